-- A page of all published guides by title ($2 after the first $3), each with $4 characters of its content, and
-- the total.
select k.published_guides as total, page.slug, page.title, left(page.content_html, $4) as beginning
from knowledge_bases k
left join (
  select g.slug, g.title, g.content_html, placed.place
  from (
    select found.id, row_number() over () as place
    from (
      select g.id
      from guides g
      where g.knowledge_base_id = $1 and g.published
      order by g.title collate ${collation:raw}, g.id
      limit $2 offset $3
    ) found
  ) placed
  join guides g on g.knowledge_base_id = $1 and g.id = placed.id
) page on true
where k.id = $1
order by page.place
