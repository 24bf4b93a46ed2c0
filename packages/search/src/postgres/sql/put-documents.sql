-- $2: JSON array of documents to replace. Updates the word counts, without hidden documents, in word order: concurrent
-- callers then wait instead of deadlocking.
with incoming as materialized (
  select d.id, d.words::tsvector as words, d.facets, d.hidden
  from json_to_recordset($2) as d (id bigint, words text, facets text[], hidden boolean)
), present as materialized (
  select s.document_id as id, s.words, s.hidden
  from search_documents s
  where s.tenant_id = $1 and s.document_id in (select i.id from incoming i)
), differences as (
  select c.word, sum(c.documents) as documents
  from (
    select unnest(tsvector_to_array(i.words) || '{""}') as word, 1 as documents from incoming i where not i.hidden
    union all
    select unnest(tsvector_to_array(p.words) || '{""}'), -1 from present p where not p.hidden
  ) c
  group by c.word
  having sum(c.documents) <> 0
), counted as (
  insert into search_words (tenant_id, word, documents)
  select $1, d.word, d.documents
  from differences d
  order by d.word collate "C"
  on conflict (tenant_id, word) do update set documents = search_words.documents + excluded.documents
)
insert into search_documents (tenant_id, document_id, words, facets, hidden)
select $1, i.id, i.words, i.facets, i.hidden
from incoming i
on conflict (tenant_id, document_id) do update
  set words = excluded.words, facets = excluded.facets, hidden = excluded.hidden
