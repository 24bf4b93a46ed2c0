-- The former slug $3 of the guide $2 redirects, if readers have ever seen the guide.
insert into former_slugs (knowledge_base_id, slug, guide_id)
select $1, $3, $2
where exists (select from guide_versions v where v.knowledge_base_id = $1 and v.guide_id = $2)
on conflict (knowledge_base_id, slug) do update
set guide_id = excluded.guide_id, left_at = excluded.left_at
