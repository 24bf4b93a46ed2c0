-- Newest first, before the number $3 unless that is null.
select v.number, v.title, v.published_at, v.published_by, v.door, octet_length(v.content_html) as bytes
from guide_versions v
where v.knowledge_base_id = $1 and v.guide_id = $2 and ($3::bigint is null or v.number < $3)
order by v.number desc
limit $4
