delete from search_words w
where w.tenant_id = $1 and w.documents <= 0
