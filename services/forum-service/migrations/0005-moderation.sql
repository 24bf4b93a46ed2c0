-- What editors do by the command line, and who of them did it.

-- Kept for good: no row refers to anything, so what was done is known when the dialog is gone, or the forum. It holds ids and
-- what editors have typed, and never an e-mail address, a name or a text of somebody who posts, so there is nothing to erase.
create table audit_entries (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  -- What the forum was called then: all that is left to find the entries of one that is deleted by.
  slug text not null,
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  -- The command, as it is typed: `dialog archive`.
  action text not null check (length(action) between 1 and 50),
  dialog_id bigint,
  comment_id bigint,
  details jsonb not null default '{}',
  primary key (forum_id, id)
);

create index audit_entries_by_slug on audit_entries (slug, id);

-- What waits for an editor, for which nobody should read a whole forum. Other posts have no entry in these.
create index held_dialogs on dialogs (forum_id, pub_date, id) where held;
create index held_comments on comments (forum_id, pub_date, id) where held;
create index open_reports on reports (forum_id, id) where resolved_at is null;
