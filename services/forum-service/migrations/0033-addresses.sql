-- Old addresses that lead somewhere (docs/decisions/0076-moving-in.md). Dialogs and comments take theirs along.
create table addresses (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- A path, decoded, without a slash at its end; or scheme:kind:id for all spellings that a scheme of another system
  -- has for the same thing. An entry of the index has room for 2,400 bytes.
  address text not null
    check (length(address) <= 1000 and octet_length(address) <= 2400 and address ~ '^(/|[a-z]+:[a-z]+:[0-9A-Za-z_-]*$)'),
  dialog_id bigint,
  -- Of the dialog.
  comment_id bigint,
  -- The folded name of a tag. Tags come and go with the dialogs that have them.
  tag text collate "C" check (length(tag) between 1 and 200),
  -- A page that every forum has.
  page text
    check (page in ('home', 'dialogs', 'questions', 'problems', 'suggestions', 'praise', 'tags', 'search', 'ask')),
  url text check (url ~ '^https://' and length(url) <= 2000),
  fragment text check (length(fragment) between 1 and 200),
  made_by text not null check (length(made_by) between 1 and 200),
  made_with text not null check (made_with in ('desk', 'api', 'cli', 'import')),
  created_at timestamptz not null default now(),
  primary key (forum_id, id),
  unique (forum_id, address),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, comment_id) references comments (forum_id, id) on delete cascade,
  check (num_nonnulls(dialog_id, tag, page, url) = 1),
  check (comment_id is null or dialog_id is not null)
);

create index addresses_of_dialog on addresses (forum_id, dialog_id) where dialog_id is not null;
create index addresses_of_comment on addresses (forum_id, comment_id) where comment_id is not null;
-- Whether a forum has addresses of a scheme.
create index addresses_of_scheme on addresses (forum_id, split_part(address, ':', 1)) where address not like '/%';

create table address_hits (
  forum_id bigint not null,
  address_id bigint not null,
  day date not null,
  hits integer not null check (hits > 0),
  primary key (forum_id, address_id, day),
  foreign key (forum_id, address_id) references addresses (forum_id, id) on delete cascade
);

create trigger addresses_kept after delete on addresses referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();

-- docs/decisions/0039-plans-and-statistics.md
alter table addresses alter column forum_id set statistics 0;
alter table address_hits alter column forum_id set statistics 0;
