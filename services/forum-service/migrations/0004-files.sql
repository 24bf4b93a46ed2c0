-- Files that servers with a key have posted. Their bytes lie in the directory of files, under forum, token and ending.
create table files (
  forum_id bigint not null references forums on delete cascade,
  -- More than 128 random bits: who knows them may have the file.
  token text collate "C" not null check (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- By its bytes; see files/media-types.ts.
  media_type text not null,
  bytes integer not null check (bytes > 0),
  -- As it was called where it came from, made harmless.
  name text not null check (length(name) between 1 and 120),
  -- With which it was posted.
  access_key_id bigint not null,
  posted_at timestamptz not null default now(),
  primary key (forum_id, token)
);
