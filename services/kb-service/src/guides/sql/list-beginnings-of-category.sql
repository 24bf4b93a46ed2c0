-- A page of the published guides in the category $5, in its order ($2 after the first $3), each with $4
-- characters of its content, and the total. `offset 0`: see list-guides-of-category.sql.
select c.published_guides as total, page.slug, page.title, left(page.content_html, $4) as beginning
from categories c
left join (
  select g.slug, g.title, g.content_html, placed.place
  from (
    select found.id, row_number() over () as place
    from (
      select m.guide_id as id
      from guide_categories m
      cross join lateral (
        select from guides g where g.knowledge_base_id = $1 and g.id = m.guide_id and g.published offset 0
      ) published
      where m.knowledge_base_id = $1 and m.category_id = $5
      order by m.position, m.guide_id
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) page on true
where c.knowledge_base_id = $1 and c.id = $5
order by page.place
