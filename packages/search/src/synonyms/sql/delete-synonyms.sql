delete from search_synonyms where tenant_id = $1
