-- What the desk, the write API and the command line change: working copies, versions, who did what.

-- Who changes something, and through which door: set in each changing transaction, null outside of one.
create function current_actor() returns text language sql stable
  return nullif(current_setting('guidepost.actor', true), '');
create function current_door() returns text language sql stable
  return nullif(current_setting('guidepost.door', true), '');

alter table guides
  -- Counts the changes of a guide and of its draft. A change names the revision it started from.
  add column edit_revision bigint not null default 1,
  -- The latest of these changes; null for that of updated_at.
  add column changed_at timestamptz,
  add column changed_by text,
  -- Changed outside of an import since the last one, which then leaves it.
  add column edited boolean not null default false,
  -- Of the source of the guide alone, wherever it is: finds a guide whose file has moved. Null until the next import.
  add column file_hash text;

-- Working copies. Readers see guides only.
create table guide_drafts (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- May be empty until the draft is published.
  title text not null check (length(title) <= 500),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  content_html text not null,
  content_bytes integer not null check (content_bytes <= 7000000),
  -- In the order that the author chose. Categories that have been deleted since do not count.
  category_ids bigint[] not null,
  -- Tags that do not exist yet are created when the draft is published.
  tag_names text[] not null,
  state text not null default 'draft' check (state in ('draft', 'proposed', 'scheduled')),
  publish_at timestamptz,
  -- Who saved, proposed or scheduled it last.
  author_id bigint,
  author_name text not null check (length(author_name) between 1 and 200),
  author_door text not null check (author_door in ('desk', 'api', 'cli')),
  updated_at timestamptz not null default now(),
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade,
  check ((state = 'scheduled') = (publish_at is not null))
);

create index scheduled_drafts on guide_drafts (publish_at, knowledge_base_id, guide_id) where state = 'scheduled';

-- Images of working copies: kept, although no reader sees them yet.
create table draft_files (
  knowledge_base_id bigint not null,
  file_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references guide_drafts (knowledge_base_id, guide_id) on delete cascade
);

create index draft_files_of_guide on draft_files (knowledge_base_id, guide_id, file_id);

-- When an editor uploaded it last; null for imported files. An uploaded file is kept for a while without being used.
alter table files add column uploaded_at timestamptz;

-- Every version that readers have seen.
create table guide_versions (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- 1 is the oldest.
  number integer not null check (number > 0),
  title text not null,
  content_html text not null,
  published_at timestamptz not null default now(),
  -- Null for versions from before there was a history.
  published_by text,
  door text,
  primary key (knowledge_base_id, guide_id, number),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

-- Images of versions, so that a restored version has them.
create table version_files (
  knowledge_base_id bigint not null,
  file_id bigint not null,
  guide_id bigint not null,
  number integer not null,
  primary key (knowledge_base_id, file_id, guide_id, number),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id, number) references guide_versions (knowledge_base_id, guide_id, number)
    on delete cascade
);

create index version_files_of_version on version_files (knowledge_base_id, guide_id, number);

-- Triggers, because no way to publish may forget the history.

create function record_first_versions() returns trigger language plpgsql as $$
begin
  insert into guide_versions (knowledge_base_id, guide_id, number, title, content_html, published_by, door)
  select c.knowledge_base_id, c.id, 1, c.title, c.content_html, current_actor(), current_door()
  from changed c
  where c.published;
  return null;
end $$;

create trigger guides_first_published after insert on guides
  referencing new table as changed for each statement execute function record_first_versions();

create function record_versions() returns trigger language plpgsql as $$
begin
  insert into guide_versions (knowledge_base_id, guide_id, number, title, content_html, published_by, door)
  select n.knowledge_base_id, n.id,
    1 + coalesce((
      select max(v.number) from guide_versions v
      where v.knowledge_base_id = n.knowledge_base_id and v.guide_id = n.id
    ), 0),
    n.title, n.content_html, current_actor(), current_door()
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where n.published and (o.published, o.title, o.content_html) is distinct from (true, n.title, n.content_html);
  return null;
end $$;

create trigger guides_published after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function record_versions();

create function keep_version_files() returns trigger language plpgsql as $$
begin
  insert into version_files (knowledge_base_id, file_id, guide_id, number)
  select distinct w.knowledge_base_id, f.id, w.guide_id, w.number
  from written w
  cross join regexp_matches(w.content_html, '<img src="/files/([A-Za-z0-9_-]{22})[.]', 'g') as image (token)
  join files f on f.token = image.token[1] and f.knowledge_base_id = w.knowledge_base_id
  where position('<img src="/files/' in w.content_html) > 0;
  return null;
end $$;

create trigger guide_versions_inserted after insert on guide_versions
  referencing new table as written for each statement execute function keep_version_files();

-- The history begins with what is published now.
insert into guide_versions (knowledge_base_id, guide_id, number, title, content_html, published_at)
select g.knowledge_base_id, g.id, 1, g.title, g.content_html, g.updated_at
from guides g
where g.published;

-- What a key may do: read, or also change content.
alter table access_keys add column scope text not null default 'read' check (scope in ('read', 'write'));

-- Kept permanently and without foreign keys, so that entries outlive guides and knowledge bases.
create table audit_entries (
  knowledge_base_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  -- The host at the time, to find the entries of a deleted knowledge base.
  host text not null,
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  person_id bigint,
  door text not null check (door in ('desk', 'api', 'cli')),
  action text not null check (length(action) between 1 and 50),
  guide_id bigint,
  -- What was changed, as people know it: a slug, a name.
  subject text,
  details jsonb not null default '{}',
  primary key (knowledge_base_id, id)
);

create index audit_entries_by_host on audit_entries (host, id);

-- docs/decisions/0039-plans-and-statistics.md
alter table guide_drafts alter column knowledge_base_id set statistics 0;
alter table draft_files alter column knowledge_base_id set statistics 0;
alter table guide_versions alter column knowledge_base_id set statistics 0;
alter table version_files alter column knowledge_base_id set statistics 0;
alter table audit_entries alter column knowledge_base_id set statistics 0;
