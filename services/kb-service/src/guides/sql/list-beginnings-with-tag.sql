-- A page of the published guides with the tag $5, by title ($2 after the first $3), each with $4 characters of
-- its content, and the total.
select t.published_guides as total, page.slug, page.title, left(page.content_html, $4) as beginning
from tags t
left join (
  select g.slug, g.title, g.content_html, placed.place
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guide_tags m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.tag_id = $5
      order by g.title collate ${collation:raw}, g.id
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) page on true
where t.knowledge_base_id = $1 and t.id = $5
order by page.place
