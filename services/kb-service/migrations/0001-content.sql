-- What a knowledge base publishes. Every table carries its tenant first in its keys.

create table knowledge_bases (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  host text not null unique
    check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(host) <= 259),
  name text not null check (length(name) between 1 and 200),
  organization_name text not null check (length(organization_name) between 1 and 200),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  access text not null default 'disabled' check (access in ('disabled', 'public', 'key')),
  -- Counts the committed changes to what clients see; raised last in each transaction that makes one.
  revision bigint not null default 1,
  created_at timestamptz not null default now()
);

create table categories (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  name text not null check (length(name) between 1 and 200),
  multiple_guides_name text not null check (length(multiple_guides_name) between 1 and 200),
  position integer not null,
  parent_category_id bigint,
  -- Whether clients see it: it carries a published guide, or one of its descendants does.
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
  -- Whether clients see it: it carries a published guide.
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
  -- Bytes of content_html as a JSON string, so that a page's size is known without reading the content.
  content_bytes integer not null check (content_bytes <= 7000000),
  published boolean not null,
  -- Of what the guide was imported from: an import leaves a guide alone whose source has not changed.
  source_hash text,
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
