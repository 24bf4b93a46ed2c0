select s.words from search_synonyms s where s.tenant_id = $1 order by s.words
