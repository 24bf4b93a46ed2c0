-- Whatever changes what a guide is found by puts it into the search queue, in the same transaction, whoever makes the
-- change. A trigger, because no way to write a guide may forget it.

create function queue_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.id)) from changed c group by c.knowledge_base_id;
  return null;
end $$;

create function queue_changed_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(n.knowledge_base_id, array_agg(n.id))
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where (o.title, o.content_html, o.published) is distinct from (n.title, n.content_html, n.published)
  group by n.knowledge_base_id;
  return null;
end $$;

create function queue_guides_of_memberships() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.guide_id)) from changed c group by c.knowledge_base_id;
  return null;
end $$;

-- Words are taken apart by the rules of the language.
create function queue_guides_of_knowledge_base() returns trigger language plpgsql as $$
begin
  perform queue_for_search(new.id, array(select g.id from guides g where g.knowledge_base_id = new.id));
  return null;
end $$;

create trigger guides_inserted after insert on guides
  referencing new table as changed for each statement execute function queue_guides();
create trigger guides_deleted after delete on guides
  referencing old table as changed for each statement execute function queue_guides();
create trigger guides_updated after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function queue_changed_guides();

create trigger guide_categories_inserted after insert on guide_categories
  referencing new table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_categories_deleted after delete on guide_categories
  referencing old table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_tags_inserted after insert on guide_tags
  referencing new table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_tags_deleted after delete on guide_tags
  referencing old table as changed for each statement execute function queue_guides_of_memberships();

create trigger knowledge_base_language after update of language on knowledge_bases
  for each row when (old.language is distinct from new.language) execute function queue_guides_of_knowledge_base();

-- What was there before there was a queue.
do $$
begin
  perform queue_for_search(g.knowledge_base_id, array_agg(g.id)) from guides g group by g.knowledge_base_id;
end $$;
