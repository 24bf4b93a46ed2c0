-- Images of guides. They are here and not on a disk so that an import stays one transaction, processes stay
-- without state, and a backup is one thing (docs/decisions/0014-files.md).

create table files (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- SHA-256 of the bytes: the same image is stored once.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- 128 random bits in base64url: who has it may read the file.
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

create table guide_files (
  knowledge_base_id bigint not null,
  file_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index guide_files_of_guide on guide_files (knowledge_base_id, guide_id, file_id);

comment on column guides.content_bytes is
  'bytes of content_html as a JSON string, with room for PUBLIC_FILES_URL before each of its images';
