select coalesce(sum(octet_length(bytes)), 0) as bytes from files where knowledge_base_id = $1
