-- Triggers, because no way to change the main language may forget the editions. What they change themselves, and what
-- cascades, fires none of them again.

create function keep_new_guides_in_editions() returns trigger language plpgsql as $$
declare
  main bigint;
begin
  for main in
    select distinct c.knowledge_base_id from changed c join knowledge_bases e on e.edition_of = c.knowledge_base_id
  loop
    perform place_in_editions(
      array(select e.id from knowledge_bases e where e.edition_of = main),
      array(select c.id from changed c where c.knowledge_base_id = main)
    );
    perform choose_shown(main, array(select c.id from changed c where c.knowledge_base_id = main));
  end loop;
  return null;
end $$;

create trigger guides_inserted_in_editions after insert on guides
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_new_guides_in_editions();

create function keep_changed_guides_in_editions() returns trigger language plpgsql as $$
declare
  family bigint;
begin
  for family in
    select distinct coalesce(k.edition_of, k.id)
    from (select distinct n.knowledge_base_id from after_change n) changed
    join knowledge_bases k on k.id = changed.knowledge_base_id
    where exists (select from knowledge_bases e where e.edition_of = coalesce(k.edition_of, k.id))
  loop
    update guides g
    set title = n.title, slug = slug_in_edition(g.knowledge_base_id, n.slug, g.id)
    from after_change n
    join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
    join knowledge_bases e on e.edition_of = n.knowledge_base_id
    where n.knowledge_base_id = family
      and (o.title, o.slug) is distinct from (n.title, n.slug)
      and g.knowledge_base_id = e.id and g.id = n.id and g.missing;
    perform choose_shown(family, array(
      select n.id
      from after_change n
      join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
      join knowledge_bases k on k.id = n.knowledge_base_id and family in (k.id, k.edition_of)
      where o.published <> n.published
    ));
  end loop;
  return null;
end $$;

create trigger guides_updated_in_editions after update on guides
  referencing old table as before_change new table as after_change
  for each statement when (pg_trigger_depth() = 0) execute function keep_changed_guides_in_editions();

-- A guide that is deleted goes in all languages. A translation that is deleted leaves the guide's place, and a fallback.
create function keep_deleted_guides_in_editions() returns trigger language plpgsql as $$
declare
  edition record;
begin
  delete from guides g
  using changed c
  join knowledge_bases e on e.edition_of = c.knowledge_base_id
  where g.knowledge_base_id = e.id and g.id = c.id;
  for edition in
    select distinct k.id, k.edition_of from changed c join knowledge_bases k on k.id = c.knowledge_base_id
    where k.edition_of is not null
  loop
    perform place_in_editions(array[edition.id], array(select c.id from changed c where c.knowledge_base_id = edition.id));
    perform choose_shown(edition.edition_of, array(select c.id from changed c where c.knowledge_base_id = edition.id));
  end loop;
  return null;
end $$;

create trigger guides_deleted_in_editions after delete on guides
  referencing old table as changed for each statement
  when (pg_trigger_depth() = 0 and current_setting('guidepost.restoring', true) is distinct from 'on')
  execute function keep_deleted_guides_in_editions();

create function keep_memberships_in_editions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'guide_tags' then
    insert into guide_tags (knowledge_base_id, tag_id, guide_id)
    select e.id, c.tag_id, c.guide_id
    from changed c
    join knowledge_bases e on e.edition_of = c.knowledge_base_id
    join guides g on g.knowledge_base_id = e.id and g.id = c.guide_id
    on conflict do nothing;
    return null;
  end if;
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
  select e.id, c.category_id, c.guide_id, c.position
  from changed c
  join knowledge_bases e on e.edition_of = c.knowledge_base_id
  join guides g on g.knowledge_base_id = e.id and g.id = c.guide_id
  on conflict (knowledge_base_id, category_id, guide_id) do update set position = excluded.position;
  return null;
end $$;

create trigger guide_categories_inserted_in_editions after insert on guide_categories
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_memberships_in_editions();
create trigger guide_categories_updated_in_editions after update on guide_categories
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_memberships_in_editions();
create trigger guide_tags_inserted_in_editions after insert on guide_tags
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_memberships_in_editions();

create function end_memberships_in_editions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'guide_tags' then
    delete from guide_tags m
    using changed c
    join knowledge_bases e on e.edition_of = c.knowledge_base_id
    where m.knowledge_base_id = e.id and m.tag_id = c.tag_id and m.guide_id = c.guide_id;
    return null;
  end if;
  delete from guide_categories m
  using changed c
  join knowledge_bases e on e.edition_of = c.knowledge_base_id
  where m.knowledge_base_id = e.id and m.category_id = c.category_id and m.guide_id = c.guide_id;
  return null;
end $$;

create trigger guide_categories_deleted_in_editions after delete on guide_categories
  referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function end_memberships_in_editions();
create trigger guide_tags_deleted_in_editions after delete on guide_tags
  referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function end_memberships_in_editions();

create function keep_groups_in_editions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'tags' then
    insert into tags (knowledge_base_id, id, slug, name, translated)
    overriding system value
    select e.id, c.id, tag_slug_in_edition(e.id, c.slug, c.id), c.name, false
    from changed c
    join knowledge_bases e on e.edition_of = c.knowledge_base_id;
    return null;
  end if;
  insert into categories (
    knowledge_base_id, id, slug, name, multiple_guides_name, position, parent_category_id, description, icon, translated
  )
  overriding system value
  select e.id, c.id, category_slug_in_edition(e.id, c.slug, c.id), c.name, c.multiple_guides_name, c.position, c.parent_category_id, c.description, c.icon, false
  from changed c
  join knowledge_bases e on e.edition_of = c.knowledge_base_id;
  return null;
end $$;

create trigger categories_inserted_in_editions after insert on categories
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_groups_in_editions();
create trigger tags_inserted_in_editions after insert on tags
  referencing new table as changed
  for each statement when (pg_trigger_depth() = 0) execute function keep_groups_in_editions();

-- Names of the main language stand in for those that are not translated.
create function keep_changed_groups_in_editions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'tags' then
    update tags t
    set slug = tag_slug_in_edition(t.knowledge_base_id, n.slug, t.id), name = n.name
    from after_change n
    join knowledge_bases e on e.edition_of = n.knowledge_base_id
    where t.knowledge_base_id = e.id and t.id = n.id and not t.translated and (t.slug, t.name) <> (n.slug, n.name);
    return null;
  end if;
  update categories c
  set position = n.position, parent_category_id = n.parent_category_id, icon = n.icon,
    slug = case when c.translated then c.slug else category_slug_in_edition(e.id, n.slug, c.id) end,
    name = case when c.translated then c.name else n.name end,
    multiple_guides_name = case when c.translated then c.multiple_guides_name else n.multiple_guides_name end,
    description = case when c.translated then c.description else n.description end
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  join knowledge_bases e on e.edition_of = n.knowledge_base_id
  where c.knowledge_base_id = e.id and c.id = n.id
    and (o.position, o.parent_category_id, o.icon, o.slug, o.name, o.multiple_guides_name, o.description)
      is distinct from (n.position, n.parent_category_id, n.icon, n.slug, n.name, n.multiple_guides_name, n.description);
  return null;
end $$;

create trigger categories_updated_in_editions after update on categories
  referencing old table as before_change new table as after_change
  for each statement when (pg_trigger_depth() = 0) execute function keep_changed_groups_in_editions();
create trigger tags_updated_in_editions after update on tags
  referencing old table as before_change new table as after_change
  for each statement when (pg_trigger_depth() = 0) execute function keep_changed_groups_in_editions();

create function find_translated_group() returns trigger language plpgsql as $$
begin
  new.translated := true;
  return new;
end $$;

create trigger categories_translated before update of slug, name, multiple_guides_name, description on categories
  for each row when (pg_trigger_depth() = 0 and not old.translated
    and (old.slug, old.name, old.multiple_guides_name, old.description)
      is distinct from (new.slug, new.name, new.multiple_guides_name, new.description))
  execute function find_translated_group();
create trigger tags_translated before update of slug, name on tags
  for each row when (pg_trigger_depth() = 0 and not old.translated and (old.slug, old.name) <> (new.slug, new.name))
  execute function find_translated_group();

create function end_groups_in_editions() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'tags' then
    delete from tags t
    using changed c
    join knowledge_bases e on e.edition_of = c.knowledge_base_id
    where t.knowledge_base_id = e.id and t.id = c.id;
    return null;
  end if;
  delete from categories t
  using changed c
  join knowledge_bases e on e.edition_of = c.knowledge_base_id
  where t.knowledge_base_id = e.id and t.id = c.id;
  return null;
end $$;

create trigger categories_deleted_in_editions after delete on categories
  referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function end_groups_in_editions();
create trigger tags_deleted_in_editions after delete on tags
  referencing old table as changed
  for each statement when (pg_trigger_depth() = 0) execute function end_groups_in_editions();

-- The search of an edition has its own texts: a guide's place is nothing to find.

create or replace function queue_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.id))
  from changed c where not c.missing group by c.knowledge_base_id;
  return null;
end $$;

create or replace function queue_guides_of_memberships() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.guide_id))
  from changed c
  where not exists (
    select from guides g where g.knowledge_base_id = c.knowledge_base_id and g.id = c.guide_id and g.missing
  )
  group by c.knowledge_base_id;
  return null;
end $$;

create or replace function guide_documents(of_knowledge_base bigint) returns bigint[] language sql stable as $$
  select array(
    select g.id from guides g where g.knowledge_base_id = of_knowledge_base and not g.missing
    union all
    select -d.guide_id from guide_drafts d where d.knowledge_base_id = of_knowledge_base
  )
$$;
