-- Hidden documents' words are not counted. The word order is that of put-documents.sql.
with removed as (
  delete from search_documents s
  where s.tenant_id = $1 and s.document_id = any($2)
  returning s.words, s.hidden
), differences as (
  select c.word, count(*) as documents
  from (select unnest(tsvector_to_array(r.words) || '{""}') as word from removed r where not r.hidden) c
  group by c.word
), counted as (
  select w.word, d.documents
  from search_words w
  join differences d on d.word = w.word
  where w.tenant_id = $1
  order by w.word
  for update of w
)
update search_words w
set documents = w.documents - c.documents
from counted c
where w.tenant_id = $1 and w.word = c.word
