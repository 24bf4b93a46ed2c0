-- A page of working copies ($2 after the first $3) with the total: drafts or, without one, guides as they are. Only those
-- in the state $6, with the ID $7 or the slug $8, in the category with the slug $9 or ID $10, with the tag $11 or $12;
-- each of these may be null. `fits` is false for guides beyond $4 bytes, with their content if $5.
-- The first row has the categories and tags of all, in display order, if $13 names them.
with chosen as (
  select (
    select c.id from categories c
    where c.knowledge_base_id = $1 and (c.slug = $9 or c.id = $10)
    order by c.slug = $9 desc limit 1
  ) as category_id, (
    select t.id from tags t
    where t.knowledge_base_id = $1 and (t.slug = $11 or t.id = $12)
    order by t.slug = $11 desc limit 1
  ) as tag_id
), copies as (
  select g.id, g.slug as public_slug, coalesce(d.slug, g.slug) as slug, coalesce(d.title, g.title) as title, g.published, d.publish_at,
    d.guide_id is not null as has_draft, coalesce(d.content_bytes, g.content_bytes) as content_bytes,
    coalesce(g.changed_at, g.updated_at) as updated_at, g.changed_by as author, g.edit_revision as revision,
    case
      when d.state in ('proposed', 'scheduled') then d.state
      when g.published then 'published'
      else 'draft'
    end as state
  from chosen
  cross join guides g
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = g.id
  where g.knowledge_base_id = $1
    and ($7::bigint is null or g.id = $7)
    and ($8::text is null or g.slug = $8 or (
      d.slug = $8 and not g.published
      and not exists (select from guides o where o.knowledge_base_id = $1 and o.slug = $8)
    ))
    and (coalesce($9::text, $10::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_categories m
        where m.knowledge_base_id = $1 and m.category_id = chosen.category_id and m.guide_id = g.id
      )
      else chosen.category_id = any(d.category_ids)
    end)
    and (coalesce($11::text, $12::bigint::text) is null or case
      when d.guide_id is null then exists (
        select from guide_tags m
        where m.knowledge_base_id = $1 and m.tag_id = chosen.tag_id and m.guide_id = g.id
      )
      else exists (
        select from tags t
        where t.knowledge_base_id = $1 and t.id = chosen.tag_id and t.name = any(d.tag_names)
      )
    end)
), found as materialized (
  select listed.*, row_number() over () as place
  from (
    select g.*
    from copies g
    where $6::text is null or g.state = $6
    order by ${order}
    limit $2 offset $3
  ) listed
), page as materialized (
  select found.*, coalesce(d.content_html, g.content_html) as content_html,
    case
      when 'categories' <> all($13::text[]) then null
      when d.guide_id is null then array(
        select m.category_id from guide_categories m where m.knowledge_base_id = $1 and m.guide_id = g.id
      )
      else array(select c.id from categories c where c.knowledge_base_id = $1 and c.id = any(d.category_ids))
    end as category_ids,
    case
      when 'tags' <> all($13::text[]) then null
      when d.guide_id is null then array(
        select m.tag_id from guide_tags m where m.knowledge_base_id = $1 and m.guide_id = g.id
      )
      else array(select t.id from tags t where t.knowledge_base_id = $1 and t.name = any(d.tag_names))
    end as tag_ids,
    found.place = 1 or sum(case when $5::boolean then found.content_bytes else 0 end
      + 700 + 2 * octet_length(found.title)) over (order by found.place) <= $4 as fits
  from found
  join guides g on g.knowledge_base_id = $1 and g.id = found.id
  left join guide_drafts d on d.knowledge_base_id = $1 and d.guide_id = found.id
)
select total.count as total, page.fits, page.id, page.slug, page.public_slug, page.title, page.published, page.has_draft, page.publish_at,
  page.updated_at, page.author, page.revision, page.state, page.category_ids, page.tag_ids,
  case when page.place = 1 and 'categories' = any($13::text[]) then (
    select json_agg(
      json_build_array(c.id, c.name, c.slug, c.multiple_guides_name, c.position, c.parent_category_id)
      order by c.position, c.id
    )
    from categories c
    where c.knowledge_base_id = $1 and c.id = any(array(select unnest(p.category_ids) from page p))
  ) end as category_records,
  case when page.place = 1 and 'tags' = any($13::text[]) then (
    select json_agg(json_build_array(t.id, t.name, t.slug))
    from tags t
    where t.knowledge_base_id = $1 and t.id = any(array(select unnest(p.tag_ids) from page p))
  ) end as tag_records,
  case when page.fits and $5::boolean then page.content_html end as content_html
from (select count(*) from copies g where $6::text is null or g.state = $6) total
left join page on true
order by page.place
