-- E-mail addresses that their owners have confirmed to a forum.
create table confirmed_addresses (
  forum_id bigint not null references forums on delete cascade,
  -- HMAC of the folded address.
  person bytea not null check (octet_length(person) = 32),
  -- Folded; erasure and exports find people by it.
  email text not null check (length(email) <= 254),
  confirmed_at timestamptz not null default now(),
  primary key (forum_id, person)
);

-- Who gets mail when a dialog is answered, in the language of the forum.
create table followers (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  -- As typed.
  email text not null check (length(email) <= 254),
  person bytea not null check (octet_length(person) = 32),
  confirmed boolean not null,
  -- SHA-256 of the token in the link that confirms. Null when there is no link.
  token_hash bytea check (octet_length(token_hash) = 32),
  followed_at timestamptz not null default now(),
  primary key (forum_id, id),
  unique (forum_id, dialog_id, person),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  check (not confirmed or token_hash is null)
);

create index followers_by_person on followers (forum_id, person);
create index followers_by_token on followers (token_hash) where token_hash is not null;
create index waiting_followers on followers (followed_at) where not confirmed;

-- Comments that followers are about to be told of. Without foreign keys, so that nothing waits for them: a comment that is
-- gone is skipped.
create table new_answers (
  id bigint generated always as identity primary key,
  forum_id bigint not null,
  dialog_id bigint not null,
  comment_id bigint not null,
  -- The last follower who was told.
  told_to bigint not null default 0
);
