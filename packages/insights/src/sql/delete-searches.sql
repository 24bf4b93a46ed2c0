delete from searched_queries where tenant_id = $1
