-- A category is visible when it carries a published guide or is an ancestor of one that does.
with recursive visible as (
  select c.id, c.parent_category_id
  from categories c
  where c.knowledge_base_id = $1
    and exists (
      select 1
      from guide_categories m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id
      where m.knowledge_base_id = c.knowledge_base_id and m.category_id = c.id and g.published
    )
  union
  select p.id, p.parent_category_id
  from visible v
  join categories p on p.knowledge_base_id = $1 and p.id = v.parent_category_id
)
update categories c
set visible = not c.visible
where c.knowledge_base_id = $1
  and c.visible <> (c.id in (select id from visible))
