delete from host_names
where knowledge_base_id = $1 and host = $2
returning host
