-- Whatever changes what a guide is found by puts it into the search queue, in the same transaction, whoever makes the
-- change. A trigger, because no way to write a guide may forget it.

create function queue_guides() returns trigger language plpgsql as $$
begin
  insert into search_queue (tenant_id, document_id)
  select distinct c.knowledge_base_id, c.id
  from changed c
  order by c.knowledge_base_id, c.id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null;
  return null;
end $$;

create function queue_changed_guides() returns trigger language plpgsql as $$
begin
  insert into search_queue (tenant_id, document_id)
  select n.knowledge_base_id, n.id
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where (o.title, o.content_html, o.published) is distinct from (n.title, n.content_html, n.published)
  order by n.knowledge_base_id, n.id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null;
  return null;
end $$;

create function queue_guides_of_memberships() returns trigger language plpgsql as $$
begin
  insert into search_queue (tenant_id, document_id)
  select distinct c.knowledge_base_id, c.guide_id
  from changed c
  order by c.knowledge_base_id, c.guide_id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null;
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

-- Words are taken apart by the rules of the language.
create function queue_all_guides() returns trigger language plpgsql as $$
begin
  insert into search_queue (tenant_id, document_id)
  select g.knowledge_base_id, g.id from guides g where g.knowledge_base_id = new.id order by g.id
  on conflict (tenant_id, document_id)
    do update set change = excluded.change, queued_at = excluded.queued_at, set_aside = null;
  return null;
end $$;

create trigger knowledge_base_language after update of language on knowledge_bases
  for each row when (old.language is distinct from new.language) execute function queue_all_guides();

-- What was there before there was a queue.
insert into search_queue (tenant_id, document_id)
select g.knowledge_base_id, g.id from guides g order by g.knowledge_base_id, g.id;
