-- The things that names of targets stand for: $2 slugs of guides, also former ones, $3 slugs of categories, $4 of tags,
-- $5 tokens and $6 paths of files, $7 other addresses, $8 IDs that categories and tags are named by. Those that count
-- come first.
select n.kind, n.name, n.guide_id, n.category_id, n.tag_id, n.file_id, n.page, n.url, n.fragment
from (
  select 1 as rank, 'guide' as kind, g.slug as name, g.id as guide_id, null::bigint as category_id, null::bigint as tag_id,
    null::bigint as file_id, null as page, null as url, null as fragment
  from guides g
  where g.knowledge_base_id = $1 and g.slug = any($2::text[])
  union all
  select 2, 'guide', f.slug, f.guide_id, null, null, null, null, null, null
  from former_slugs f
  where f.knowledge_base_id = $1 and f.slug = any($2::text[])
  union all
  select 1, 'category', c.slug, null, c.id, null, null, null, null, null
  from categories c
  where c.knowledge_base_id = $1 and c.slug = any($3::text[])
  union all
  select 2, 'category', c.id::text, null, c.id, null, null, null, null, null
  from categories c
  where c.knowledge_base_id = $1 and c.id = any($8::bigint[])
  union all
  select 1, 'tag', t.slug, null, null, t.id, null, null, null, null
  from tags t
  where t.knowledge_base_id = $1 and t.slug = any($4::text[])
  union all
  select 2, 'tag', t.id::text, null, null, t.id, null, null, null, null
  from tags t
  where t.knowledge_base_id = $1 and t.id = any($8::bigint[])
  union all
  select 1, 'file', f.token, null, null, null, f.id, null, null, null
  from files f
  where f.knowledge_base_id = $1 and f.token = any($5::text[])
  union all
  select 1, 'file path', f.path, null, null, null, f.id, null, null, null
  from files f
  where f.knowledge_base_id = $1 and f.path = any($6::text[])
  union all
  select 1, 'address', a.address, a.guide_id, a.category_id, a.tag_id, a.file_id, a.page, a.url, a.fragment
  from addresses a
  where a.knowledge_base_id = $1 and a.address = any($7::text[])
) n
order by n.rank, n.kind, n.name
