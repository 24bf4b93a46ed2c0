-- Guides are found by the names of their categories as well, so a new name queues them.
create function queue_guides_of_renamed_categories() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(distinct c.guide_id))
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  join guide_categories c on c.knowledge_base_id = n.knowledge_base_id and c.category_id = n.id
  where o.name <> n.name
  group by c.knowledge_base_id;
  return null;
end $$;

create trigger categories_updated after update on categories
  referencing old table as before_change new table as after_change
  for each statement execute function queue_guides_of_renamed_categories();
