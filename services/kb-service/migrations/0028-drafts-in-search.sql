-- Search at the desk finds drafts, too: their documents have the guide's id below zero and are hidden, as are those of
-- unpublished guides.

-- The ids of all search documents of a knowledge base.
create function guide_documents(of_knowledge_base bigint) returns bigint[] language sql stable as $$
  select array(
    select g.id from guides g where g.knowledge_base_id = of_knowledge_base
    union all
    select -d.guide_id from guide_drafts d where d.knowledge_base_id = of_knowledge_base
  )
$$;

create or replace function queue_guides_of_knowledge_base() returns trigger language plpgsql as $$
begin
  perform queue_for_search(new.id, guide_documents(new.id));
  return null;
end $$;

create function queue_drafts() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(-c.guide_id)) from changed c group by c.knowledge_base_id;
  return null;
end $$;

create trigger guide_drafts_inserted after insert on guide_drafts
  referencing new table as changed for each statement execute function queue_drafts();
create trigger guide_drafts_deleted after delete on guide_drafts
  referencing old table as changed for each statement execute function queue_drafts();

create function queue_changed_drafts() returns trigger language plpgsql as $$
begin
  perform queue_for_search(n.knowledge_base_id, array_agg(-n.guide_id))
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.guide_id = n.guide_id
  where (o.title, o.content_html) is distinct from (n.title, n.content_html)
  group by n.knowledge_base_id;
  return null;
end $$;

create trigger guide_drafts_updated after update on guide_drafts
  referencing old table as before_change new table as after_change
  for each statement execute function queue_changed_drafts();
