-- Every table carries its tenant, the knowledge base, first in its keys.

create table knowledge_bases (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  host text not null unique
    check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(host) <= 259),
  name text not null check (length(name) between 1 and 200),
  organization_name text not null check (length(organization_name) between 1 and 200),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  access text not null default 'disabled' check (access in ('disabled', 'public', 'key')),
  accent_color text not null default '#2456c8' check (accent_color ~ '^#[0-9a-f]{6}$'),
  logo_file_id bigint,
  -- In pixels, so that pages reserve room for the logo before it has loaded.
  logo_width integer check (logo_width between 1 and 4096),
  logo_height integer check (logo_height between 1 and 4096),
  -- Counts the committed changes to what clients see; raised last in each transaction that makes one.
  revision bigint not null default 1,
  created_at timestamptz not null default now(),
  check (num_nulls(logo_file_id, logo_width, logo_height) in (0, 3))
);

-- Content

create table categories (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  name text not null check (length(name) between 1 and 200),
  multiple_guides_name text not null check (length(multiple_guides_name) between 1 and 200),
  position integer not null,
  parent_category_id bigint,
  -- Whether clients see it: it, or one of its descendants, has a published guide.
  visible boolean not null default false,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, slug),
  foreign key (knowledge_base_id, parent_category_id) references categories (knowledge_base_id, id),
  check (parent_category_id <> id)
);

create index categories_in_order on categories (knowledge_base_id, position, id) where visible;
create index categories_of_parent on categories (knowledge_base_id, parent_category_id);

create table tags (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  name text not null check (length(name) between 1 and 200),
  -- Whether clients see it: it has a published guide.
  visible boolean not null default false,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, slug)
);

create index tags_by_name on tags (knowledge_base_id, name collate "und-x-icu", id) where visible;

create table guides (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  title text not null check (length(title) between 1 and 500),
  content_html text not null,
  -- Bytes of content_html as a JSON string, with room for PUBLIC_FILES_URL before each of its images: the size of a
  -- page is known without reading the content.
  content_bytes integer not null check (content_bytes <= 7000000),
  published boolean not null,
  -- Of the imported source: an import skips a guide whose source has not changed.
  source_hash text,
  -- What the last import could not resolve, reported again while the source is skipped.
  broken_links text[] not null default '{}',
  images_left_out text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, slug)
);

create index published_guides on guides (knowledge_base_id, id) include (content_bytes) where published;
create index published_guides_by_title
  on guides (knowledge_base_id, title collate "und-x-icu", id) include (content_bytes) where published;
create index published_guides_by_slug
  on guides (knowledge_base_id, slug collate "und-x-icu", id) include (content_bytes) where published;

-- Slugs that guides had before. Another guide may have taken one since, and is looked for first.
create table former_slugs (
  knowledge_base_id bigint not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  guide_id bigint not null,
  -- When the guide was last renamed from it.
  left_at timestamptz not null default now(),
  primary key (knowledge_base_id, slug),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index former_slugs_of_guide on former_slugs (knowledge_base_id, guide_id);

create table guide_categories (
  knowledge_base_id bigint not null,
  category_id bigint not null,
  guide_id bigint not null,
  -- The guide's place in the category.
  position integer not null,
  primary key (knowledge_base_id, category_id, guide_id),
  foreign key (knowledge_base_id, category_id) references categories (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index guide_categories_in_order on guide_categories (knowledge_base_id, category_id, position, guide_id);
create index guide_categories_of_guide on guide_categories (knowledge_base_id, guide_id, category_id);

create table guide_tags (
  knowledge_base_id bigint not null,
  tag_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, tag_id, guide_id),
  foreign key (knowledge_base_id, tag_id) references tags (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index guide_tags_of_guide on guide_tags (knowledge_base_id, guide_id, tag_id);

-- Images of guides, in the database so that an import stays one transaction, processes stay stateless, and there is one
-- thing to back up (docs/decisions/0014-files.md).
create table files (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- SHA-256 of the bytes: the same image is stored once.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- 128 random bits in base64url: knowing it is the right to read the file.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  media_type text not null
    check (media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  -- Where it was found, in characters of slugs, and where an export puts it: install/step-1.png
  path text not null check (path ~ '^([a-z0-9-]+/)*[a-z0-9-]+[.][a-z]+$' and length(path) <= 1000),
  bytes bytea not null check (octet_length(bytes) between 1 and 10000000),
  created_at timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, content_hash),
  unique (knowledge_base_id, path)
);

-- Images are compressed already.
alter table files alter column bytes set storage external;

-- A logo cannot be deleted while it is in use. Deleting a knowledge base deletes both.
alter table knowledge_bases
  add constraint knowledge_bases_logo foreign key (id, logo_file_id) references files (knowledge_base_id, id);

create table guide_files (
  knowledge_base_id bigint not null,
  file_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index guide_files_of_guide on guide_files (knowledge_base_id, guide_id, file_id);

-- Votes. They are not content and raise no revision.

create table guide_votes (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- HMACs of the voter and of the voter's address, which is not stored itself.
  voter bytea not null check (octet_length(voter) = 32),
  address bytea not null check (octet_length(address) = 32),
  -- One of the five votes that an address has for a guide.
  place smallint not null check (place between 1 and 5),
  vote text not null check (vote in ('up', 'down')),
  voted_at timestamptz not null default now(),
  -- When it replaced the opposite one; null for the voter's first.
  replaced_at timestamptz,
  primary key (knowledge_base_id, guide_id, voter),
  unique (knowledge_base_id, guide_id, address, place),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

-- Sums of guide_votes, written by the statement that writes the votes. A guide without votes has no row.
create table guide_vote_counts (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  upvotes integer not null check (upvotes >= 0),
  downvotes integer not null check (downvotes >= 0),
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
) with (fillfactor = 50);

-- Access

-- For knowledge bases whose access is "key", and for servers that vote for their visitors.
create table access_keys (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the key, which is stored nowhere. Keys are random, so there is nothing to salt.
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  -- Up to a minute late, and never the reason for a failed request.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, hash)
);

create unique index live_access_keys on access_keys (knowledge_base_id, name) where revoked_at is null;

-- Random values that all instances share.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Requests counted against limits that all instances share; the columns are rate-limiter-flexible's. Unlogged: a crash
-- resets all windows. The key is the limit's name and a hash of the counted client.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- The end of the window in milliseconds of Unix time; afterwards the row counts nothing and is soon deleted.
  expire bigint not null
);

-- Search. Triggers, because no way to write a guide may forget the queue.

create function queue_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.id)) from changed c group by c.knowledge_base_id;
  return null;
end $$;

create trigger guides_inserted after insert on guides
  referencing new table as changed for each statement execute function queue_guides();
create trigger guides_deleted after delete on guides
  referencing old table as changed for each statement execute function queue_guides();

create function queue_changed_guides() returns trigger language plpgsql as $$
begin
  perform queue_for_search(n.knowledge_base_id, array_agg(n.id))
  from after_change n
  join before_change o on o.knowledge_base_id = n.knowledge_base_id and o.id = n.id
  where (o.title, o.content_html, o.published) is distinct from (n.title, n.content_html, n.published)
  group by n.knowledge_base_id;
  return null;
end $$;

create trigger guides_updated after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function queue_changed_guides();

create function queue_guides_of_memberships() returns trigger language plpgsql as $$
begin
  perform queue_for_search(c.knowledge_base_id, array_agg(c.guide_id)) from changed c group by c.knowledge_base_id;
  return null;
end $$;

create trigger guide_categories_inserted after insert on guide_categories
  referencing new table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_categories_deleted after delete on guide_categories
  referencing old table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_tags_inserted after insert on guide_tags
  referencing new table as changed for each statement execute function queue_guides_of_memberships();
create trigger guide_tags_deleted after delete on guide_tags
  referencing old table as changed for each statement execute function queue_guides_of_memberships();

-- Stems depend on the language.
create function queue_guides_of_knowledge_base() returns trigger language plpgsql as $$
begin
  perform queue_for_search(new.id, array(select g.id from guides g where g.knowledge_base_id = new.id));
  return null;
end $$;

create trigger knowledge_base_language after update of language on knowledge_bases
  for each row when (old.language is distinct from new.language) execute function queue_guides_of_knowledge_base();

-- Statistics. Without any of the tenant the planner expects each to have a 200th of the table. With them it takes a
-- knowledge base that is newer than the last ANALYZE to be empty, and plans to compare each row with each
-- (docs/decisions/0039-plans-and-statistics.md).

alter table categories alter column knowledge_base_id set statistics 0;
alter table tags alter column knowledge_base_id set statistics 0;
alter table guides alter column knowledge_base_id set statistics 0;
alter table former_slugs alter column knowledge_base_id set statistics 0;
alter table guide_categories alter column knowledge_base_id set statistics 0;
alter table guide_tags alter column knowledge_base_id set statistics 0;
alter table files alter column knowledge_base_id set statistics 0;
alter table guide_files alter column knowledge_base_id set statistics 0;
alter table guide_votes alter column knowledge_base_id set statistics 0;
alter table guide_vote_counts alter column knowledge_base_id set statistics 0;
alter table access_keys alter column knowledge_base_id set statistics 0;
