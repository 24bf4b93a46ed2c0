update knowledge_bases
set host = $2
where id = $1
