-- A tenant's words that no document has.
delete from search_words w
where w.tenant_id = $1 and w.documents <= 0
