-- Further languages of a knowledge base (docs/decisions/0077-languages.md): each is a row of knowledge_bases, an edition,
-- whose guides, categories and tags have the ids of those in the main language.

alter table knowledge_bases
  drop constraint knowledge_bases_language_check,
  drop constraint knowledge_bases_host_check,
  -- Null for a knowledge base in its main language.
  add column edition_of bigint references knowledge_bases on delete cascade,
  -- Its place among the languages, from 1; the main one has none.
  add column language_place integer,
  -- Languages whose texts it shows in place of missing ones, before the main one; null for those that Unicode names.
  add column fallbacks text[],
  add constraint knowledge_bases_language_check
    check (language ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' and length(language) <= 35),
  -- An edition has the host of its knowledge base and the language: help.example.com:pt-br
  add constraint knowledge_bases_host_check check (
    host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?(:[a-z]{2,3}(-[a-z0-9]{2,8})*)?$' and length(host) <= 300
  ),
  add constraint knowledge_bases_edition_check
    check ((edition_of is null) = (language_place is null) and (edition_of is not null or fallbacks is null));

create unique index editions_by_language on knowledge_bases (edition_of, language) where edition_of is not null;

-- Only knowledge bases have host names.
create or replace trigger keep_main_host after insert or update of host on knowledge_bases
  for each row when (new.edition_of is null) execute function keep_main_host();

create function keep_edition_hosts() returns trigger language plpgsql as $$
begin
  update knowledge_bases e
  set host = new.host || ':' || lower(e.language), access = new.access, name = new.name,
    organization_name = new.organization_name
  where e.edition_of = new.id;
  return null;
end $$;

create trigger keep_edition_hosts after update of host, access, name, organization_name on knowledge_bases
  for each row when (new.edition_of is null) execute function keep_edition_hosts();

-- Where an edition takes the text of a guide from: itself, then what stands in for it.
create table edition_sources (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  place integer not null check (place >= 0),
  source_id bigint not null references knowledge_bases on delete cascade,
  primary key (knowledge_base_id, place)
);

alter table guides
  -- The one of edition_sources whose text readers see, or null. The guide itself in the main language, and null there
  -- while it is the only one.
  add column shown_from bigint,
  -- In the main language, unless it is the only one: where the guide is published.
  add column published_in bigint[],
  -- In an edition: whether there is nothing but the guide's place. It has the title and, if that is free, the slug of the
  -- main language.
  add column missing boolean not null default false,
  -- In an edition: when someone last found that the translation says what the main language does.
  add column confirmed_at timestamptz;

alter table categories add column translated boolean not null default true;
alter table tags add column translated boolean not null default true;

create index shown_guides_of_edition on guides (knowledge_base_id, id, shown_from) where shown_from is not null;
create index missing_guides on guides (knowledge_base_id, id) where missing;

-- The guides that readers of a language see, each with its text and its slug there.
create view shown_guides as
select e.knowledge_base_id, e.id, e.slug, s.title, s.content_html, s.content_bytes, s.content_digest, s.published, s.summary,
  s.synonyms, s.created_at, s.updated_at, e.shown_from, m.published_in
from guides e
join guides s on s.knowledge_base_id = e.shown_from and s.id = e.id
left join knowledge_bases k on k.id = e.knowledge_base_id
left join guides m on m.knowledge_base_id = coalesce(k.edition_of, k.id) and m.id = e.id
where e.shown_from is not null;

create function find_translated() returns trigger language plpgsql as $$
begin
  new.missing := false;
  return new;
end $$;

create trigger guides_translated before update of published on guides
  for each row when (old.missing and new.published) execute function find_translated();

-- A slug in an edition, with the guide's id if another guide has it.
create function slug_in_edition(edition bigint, wanted text, guide bigint) returns text language sql stable as $$
  select case
    when exists (select from guides g where g.knowledge_base_id = edition and g.slug = wanted and g.id <> guide)
      then rtrim(left(wanted, 180), '-') || '-' || guide
    else wanted
  end
$$;

create function category_slug_in_edition(edition bigint, wanted text, category bigint) returns text language sql stable as $$
  select case
    when exists (select from categories c where c.knowledge_base_id = edition and c.slug = wanted and c.id <> category)
      then rtrim(left(wanted, 180), '-') || '-' || category
    else wanted
  end
$$;

create function tag_slug_in_edition(edition bigint, wanted text, tag bigint) returns text language sql stable as $$
  select case
    when exists (select from tags t where t.knowledge_base_id = edition and t.slug = wanted and t.id <> tag)
      then rtrim(left(wanted, 180), '-') || '-' || tag
    else wanted
  end
$$;

-- Chooses which text readers of each language of a knowledge base see of guides.
create function choose_shown(main bigint, chosen bigint[]) returns void language plpgsql as $$
begin
  if not exists (select from knowledge_bases e where e.edition_of = main) then
    update guides g
    set shown_from = null, published_in = null
    where g.knowledge_base_id = main and g.id = any(chosen) and g.published_in is not null;
    return;
  end if;
  update guides g
  set shown_from = f.source_id
  from (
    select e.id as edition_id, i.id, (
      select s.source_id
      from edition_sources s
      join guides p on p.knowledge_base_id = s.source_id and p.id = i.id and p.published
      where s.knowledge_base_id = e.id
      order by s.place
      limit 1
    ) as source_id
    from knowledge_bases e
    cross join unnest(chosen) i (id)
    where e.edition_of = main
  ) f
  where g.knowledge_base_id = f.edition_id and g.id = f.id and g.shown_from is distinct from f.source_id;
  update guides g
  set shown_from = f.shown_from, published_in = f.published_in
  from (
    select i.id, (select p.knowledge_base_id from guides p where p.knowledge_base_id = main and p.id = i.id and p.published)
        as shown_from,
      array(
        select k.id
        from knowledge_bases k
        join guides p on p.knowledge_base_id = k.id and p.id = i.id and p.published
        where k.id = main or k.edition_of = main
        order by k.language_place nulls first
      ) as published_in
    from unnest(chosen) i (id)
  ) f
  where g.knowledge_base_id = main and g.id = f.id
    and (g.shown_from, g.published_in) is distinct from (f.shown_from, f.published_in);
end $$;

-- Gives guides of the main language their places in editions, with categories and tags, where they have none.
create function place_in_editions(editions bigint[], placed bigint[]) returns void language plpgsql as $$
begin
  insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published, missing)
  overriding system value
  select e.id, g.id, slug_in_edition(e.id, g.slug, g.id), g.title, '', 2, false, true
  from knowledge_bases e
  join guides g on g.knowledge_base_id = e.edition_of and g.id = any(placed)
  where e.id = any(editions)
    and not exists (select from guides t where t.knowledge_base_id = e.id and t.id = g.id);
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

-- Makes an edition with the categories, tags and guides of the main language.
create function fill_edition(edition bigint) returns void language plpgsql as $$
declare
  main bigint;
begin
  select e.edition_of into main from knowledge_bases e where e.id = edition;
  insert into categories (
    knowledge_base_id, id, slug, name, multiple_guides_name, position, parent_category_id, description, icon, translated
  )
  overriding system value
  select edition, c.id, c.slug, c.name, c.multiple_guides_name, c.position, c.parent_category_id, c.description, c.icon, false
  from categories c
  where c.knowledge_base_id = main;
  insert into tags (knowledge_base_id, id, slug, name, translated)
  overriding system value
  select edition, t.id, t.slug, t.name, false
  from tags t
  where t.knowledge_base_id = main;
  perform place_in_editions(array[edition], array(select g.id from guides g where g.knowledge_base_id = main));
end $$;

-- docs/decisions/0039-plans-and-statistics.md
alter table edition_sources alter column knowledge_base_id set statistics 0;
