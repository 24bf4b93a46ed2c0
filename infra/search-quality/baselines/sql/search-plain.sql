-- $2: the query as it was typed; $3: the name of a text search configuration.
select count(*) over () as total, t.document_id as id
from baseline_texts t, websearch_to_tsquery($3::regconfig, $2) q
where t.tenant_id = $1 and t.words @@ q
order by ts_rank_cd(t.words, q) desc, t.document_id
limit $4 offset $5
