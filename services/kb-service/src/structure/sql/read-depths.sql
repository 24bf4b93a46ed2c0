-- How deep $3 is below the top (null: 0), how many levels $2 has including itself, and whether $3 is within $2.
with recursive above as (
  select c.id, c.parent_category_id, 1 as level
  from categories c
  where c.knowledge_base_id = $1 and c.id = $3
  union all
  select c.id, c.parent_category_id, a.level + 1
  from above a
  join categories c on c.knowledge_base_id = $1 and c.id = a.parent_category_id
), below as (
  select c.id, 1 as level
  from categories c
  where c.knowledge_base_id = $1 and c.id = $2
  union all
  select c.id, b.level + 1
  from below b
  join categories c on c.knowledge_base_id = $1 and c.parent_category_id = b.id
)
select coalesce((select max(a.level) from above a), 0) as above,
  coalesce((select max(b.level) from below b), 0) as levels,
  exists (select from below b where b.id = $3) as within
