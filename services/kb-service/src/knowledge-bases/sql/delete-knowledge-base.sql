delete from knowledge_bases
where id = $1
