-- The guides $2 have the tags with the slugs $3.
insert into guide_tags (knowledge_base_id, tag_id, guide_id)
select $1, t.id, n.id
from unnest($2::bigint[]) as n (id)
cross join tags t
where t.knowledge_base_id = $1 and t.slug = any($3::text[])
on conflict do nothing
