-- The forum's own host name, lower-case, with a port unless it is the scheme's; empty without one.
alter table forums
  add column host text not null default ''
    check (host = '' or (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(host) <= 259));

create unique index forums_by_host on forums (host) where host <> '';

create table forum_logos (
  forum_id bigint primary key references forums on delete cascade,
  -- Names the file in its address, which is for good: another logo has another token.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')),
  -- SHA-256, hexadecimal.
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  -- In pixels, so that pages reserve room for the logo before it has loaded.
  width integer not null check (width between 1 and 4096),
  height integer not null check (height between 1 and 4096),
  bytes bytea not null check (octet_length(bytes) between 1 and 1000000)
);

alter table forum_logos alter column bytes set storage external;
