-- Old addresses that lead somewhere (docs/decisions/0076-moving-in.md). They point to ids, so that a guide that is renamed
-- takes its addresses along.
create table addresses (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- A path, decoded, without a slash at its end; or scheme:kind:id for all spellings that a scheme of another system
  -- has for the same thing. An entry of the index has room for 2,400 bytes.
  address text not null
    check (length(address) <= 1000 and octet_length(address) <= 2400 and address ~ '^(/|[a-z]+:[a-z]+:[0-9A-Za-z_-]*$)'),
  guide_id bigint,
  category_id bigint,
  tag_id bigint,
  file_id bigint,
  -- A page that every site has, or the form of the forum.
  page text check (page in ('home', 'guides', 'search', 'contact')),
  url text check (url ~ '^https://' and length(url) <= 2000),
  fragment text check (length(fragment) between 1 and 200),
  made_by text not null check (length(made_by) between 1 and 200),
  made_with text not null check (made_with in ('desk', 'api', 'cli', 'import')),
  created_at timestamptz not null default now(),
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, address),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, category_id) references categories (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, tag_id) references tags (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  check (num_nonnulls(guide_id, category_id, tag_id, file_id, page, url) = 1)
);

create index addresses_of_guide on addresses (knowledge_base_id, guide_id) where guide_id is not null;
create index addresses_of_category on addresses (knowledge_base_id, category_id) where category_id is not null;
create index addresses_of_tag on addresses (knowledge_base_id, tag_id) where tag_id is not null;
create index addresses_of_file on addresses (knowledge_base_id, file_id) where file_id is not null;
-- Whether a knowledge base has addresses of a scheme; those that are paths have ''.
create index addresses_of_scheme on addresses (knowledge_base_id, split_part(address, ':', 1))
  where address not like '/%';

create table address_hits (
  knowledge_base_id bigint not null,
  address_id bigint not null,
  day date not null,
  hits integer not null check (hits > 0),
  primary key (knowledge_base_id, address_id, day),
  foreign key (knowledge_base_id, address_id) references addresses (knowledge_base_id, id) on delete cascade
);

-- What a guide or a category is in the system that it came from: scheme:kind:id. A later import finds it by this.
alter table guides add column external text check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200);
alter table categories
  add column external text check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200);

-- docs/decisions/0039-plans-and-statistics.md
alter table addresses alter column knowledge_base_id set statistics 0;
alter table address_hits alter column knowledge_base_id set statistics 0;
