-- What a post said before staff changed it; only staff see it. Every change keeps the text before it.
create table originals (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  -- Null for the dialog itself.
  comment_id bigint,
  -- Of a dialog, also of one that has become a comment by a merge.
  title text check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 20000),
  -- Of a dialog that has become a comment.
  metadata jsonb,
  edited_at timestamptz not null default now(),
  edited_by text not null check (length(edited_by) between 1 and 200),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, comment_id) references comments (forum_id, id) on delete cascade
);

create index originals_of_dialog on originals (forum_id, dialog_id, id);
create index originals_of_comment on originals (forum_id, comment_id) where comment_id is not null;

-- Where dialogs went that were merged into others: their addresses lead there.
create table merged_dialogs (
  forum_id bigint not null,
  -- Of the dialog that is no more.
  id bigint not null,
  dialog_id bigint not null,
  merged_at timestamptz not null default now(),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index merged_into on merged_dialogs (forum_id, dialog_id);

-- Answers that staff use again and again, with {name} and {title} as placeholders.
create table canned_answers (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  name text collate "und-x-icu" not null check (length(name) between 1 and 100),
  text text not null check (length(text) between 1 and 20000),
  primary key (forum_id, id),
  unique (forum_id, name)
);

-- Who of the staff is writing an answer to what, until a minute after they were seen last. Without a reference to the
-- dialog, which a moderator may have locked.
create unlogged table answering (
  forum_id bigint not null references forums on delete cascade,
  dialog_id bigint not null,
  person_id bigint not null references staff_people on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, person_id)
);

create index answering_of_person on answering (person_id);

-- What a key may do: read what is not public; post, as all keys could until now; or also change and delete posts.
alter table access_keys
  add column scope text not null default 'post' check (scope in ('read', 'post', 'write'));
