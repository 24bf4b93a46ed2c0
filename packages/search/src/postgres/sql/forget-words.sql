-- The words of a tenant without documents. Other tenants keep words at zero: most come back.
delete from search_words w
where w.tenant_id = $1
  and w.documents <= 0
  and not exists (select from search_documents s where s.tenant_id = $1)
