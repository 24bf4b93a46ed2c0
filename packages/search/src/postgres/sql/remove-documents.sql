with removed as (
  delete from search_documents s
  where s.tenant_id = $1 and s.document_id = any($2)
  returning s.words
), differences as (
  select c.word, count(*) as documents
  from (select unnest(tsvector_to_array(r.words) || '{""}') as word from removed r) c
  group by c.word
)
update search_words w
set documents = w.documents - d.documents
from differences d
where w.tenant_id = $1 and w.word = d.word
