insert into baseline_texts (tenant_id, document_id, title, text, words)
select $1, d.id, d.title, d.text,
  setweight(to_tsvector($3::regconfig, d.title), 'A') || to_tsvector($3::regconfig, d.text)
from json_to_recordset($2) as d (id bigint, title text, text text)
on conflict (tenant_id, document_id) do update
set title = excluded.title, text = excluded.text, words = excluded.words
