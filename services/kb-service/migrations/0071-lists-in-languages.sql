-- Lists in a language (docs/decisions/0077-languages.md) read two rows for each guide instead of four: its place in the language knows
-- the title that readers see, by which lists are in order, and where the guide is published.

alter table guides
  -- The title of the text whose language shown_from is.
  add column shown_title text;

create index shown_guides_by_title on guides (knowledge_base_id, shown_title collate order_root, id) where shown_from is not null;
create index shown_guides_by_slug on guides (knowledge_base_id, slug collate "und-x-icu", id) where shown_from is not null;
-- Finds whether a language stands in for another one.
create index stand_ins on guides (knowledge_base_id, shown_from) where shown_from <> knowledge_base_id;

create or replace view shown_guides as
select e.knowledge_base_id, e.id, e.slug, e.shown_title as title, s.content_html, s.content_bytes, s.content_digest, true as published,
  s.summary, s.synonyms, s.created_at, s.updated_at, e.shown_from, e.published_in
from guides e
left join guides s on s.knowledge_base_id = e.shown_from and s.id = e.id
where e.shown_from is not null;

-- Chooses which text readers of each language of a knowledge base see of guides. The functions here look up some guides in each language.
-- Imports turn nested loops off, for statements about all guides; and plans that were made before an import filled the tables would
-- read all guides of a language for each.
create or replace function choose_shown(main bigint, chosen bigint[]) returns void language plpgsql
  set enable_nestloop = on
  set plan_cache_mode = force_custom_plan
as $$
begin
  if cardinality(chosen) = 0 then
    return;
  end if;
  if not exists (select from knowledge_bases e where e.edition_of = main) then
    update guides g
    set shown_from = null, shown_title = null, published_in = null
    where g.knowledge_base_id = main and g.id = any(chosen) and g.published_in is not null;
    return;
  end if;
  with published as materialized (
    select i.id, array(
      select k.id
      from knowledge_bases k
      join guides p on p.knowledge_base_id = k.id and p.id = i.id and p.published
      where k.main_id = main
      order by k.language_place nulls first
    ) as languages
    from unnest(chosen) i (id)
  ), wanted as materialized (
    select k.id as knowledge_base_id, p.id, p.languages, case
        when k.id <> main then (
          select s.source_id
          from edition_sources s
          where s.knowledge_base_id = k.id and s.source_id = any(p.languages)
          order by s.place
          limit 1
        )
        when main = any(p.languages) then main
      end as source_id
    from published p
    cross join knowledge_bases k
    where k.main_id = main
  )
  update guides g
  set shown_from = w.source_id, shown_title = t.title, published_in = w.languages
  from wanted w
  left join guides t on t.knowledge_base_id = w.source_id and t.id = w.id
  where g.knowledge_base_id = w.knowledge_base_id and g.id = w.id
    and (g.shown_from, g.shown_title, g.published_in) is distinct from (w.source_id, t.title, w.languages);
end $$;

alter function slug_in_edition(bigint, text, bigint) set plan_cache_mode = force_custom_plan;
alter function keep_deleted_guides_in_editions() set enable_nestloop = on;

create or replace function place_in_editions(editions bigint[], placed bigint[]) returns void language plpgsql
  set enable_nestloop = on
  set plan_cache_mode = force_custom_plan
as $$
begin
  insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published, missing)
  overriding system value
  select e.id, g.id, case
      when exists (select from guides o where o.knowledge_base_id = e.id and o.slug = g.slug and o.id <> g.id)
        then rtrim(left(g.slug, 180), '-') || '-' || g.id
      else g.slug
    end, g.title, '', 2, false, true
  from knowledge_bases e
  join guides g on g.knowledge_base_id = e.edition_of and g.id = any(placed)
  where e.id = any(editions)
  on conflict (knowledge_base_id, id) do nothing;
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position)
  select e.id, m.category_id, m.guide_id, m.position
  from knowledge_bases e
  join guide_categories m on m.knowledge_base_id = e.edition_of and m.guide_id = any(placed)
  where e.id = any(editions)
  on conflict do nothing;
  insert into guide_tags (knowledge_base_id, tag_id, guide_id)
  select e.id, m.tag_id, m.guide_id
  from knowledge_bases e
  join guide_tags m on m.knowledge_base_id = e.edition_of and m.guide_id = any(placed)
  where e.id = any(editions)
  on conflict do nothing;
end $$;

create or replace function keep_new_guides_in_editions() returns trigger language plpgsql
  set enable_nestloop = on
  set plan_cache_mode = force_custom_plan
as $$
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
    -- Who writes guides in bulk chooses once, after all of them.
    continue when current_setting('guidepost.choosing_later', true) = 'on';
    perform choose_shown(main, array(select c.id from changed c where c.knowledge_base_id = main));
  end loop;
  return null;
end $$;

create or replace function keep_changed_guides_in_editions() returns trigger language plpgsql
  set enable_nestloop = on
  set plan_cache_mode = force_custom_plan
as $$
declare
  family bigint;
begin
  for family in
    select distinct k.main_id
    from (select distinct n.knowledge_base_id from after_change n) changed
    join knowledge_bases k on k.id = changed.knowledge_base_id
    where exists (select from knowledge_bases e where e.edition_of = k.main_id)
  loop
    update guides g
    set title = n.title, slug = slug_in_edition(g.knowledge_base_id, n.slug, g.id)
    from after_change n
    join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
    join knowledge_bases e on e.edition_of = n.knowledge_base_id
    where n.knowledge_base_id = family
      and (o.title, o.slug) is distinct from (n.title, n.slug)
      and g.knowledge_base_id = e.id and g.id = n.id and g.missing;
    continue when current_setting('guidepost.choosing_later', true) = 'on';
    perform choose_shown(family, array(
      select n.id
      from after_change n
      join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
      join knowledge_bases k on k.id = n.knowledge_base_id and k.main_id = family
      where o.published <> n.published or (n.published and o.title <> n.title)
    ));
  end loop;
  return null;
end $$;

do $$
declare
  main bigint;
begin
  for main in select distinct e.edition_of from knowledge_bases e where e.edition_of is not null
  loop
    perform choose_shown(main, array(select g.id from guides g where g.knowledge_base_id = main));
  end loop;
end $$;
