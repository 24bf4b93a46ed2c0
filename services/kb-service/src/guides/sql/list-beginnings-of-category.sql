-- A page of the published guides in the category $5, in its order ($2 after the first $3), each with $4
-- characters of its content, and the total.
select c.published_guides as total, page.slug, page.title, left(page.content_html, $4) as beginning
from categories c
left join (
  select g.slug, g.title, g.content_html, placed.place
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guide_categories m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
      where m.knowledge_base_id = $1 and m.category_id = $5
      order by m.position, g.id
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) page on true
where c.knowledge_base_id = $1 and c.id = $5
order by page.place
