-- What staff tell each other about a dialog. Apart from comments, so that no statement for readers comes upon it.
create table notes (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  text text not null check (length(text) between 1 and 20000),
  written_at timestamptz not null default now(),
  written_by text not null check (length(written_by) between 1 and 200),
  -- Deletion can be undone until the daily job.
  removed_at timestamptz,
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index notes_of_dialog on notes (forum_id, dialog_id, written_at, id);
create index removed_notes on notes (removed_at) where removed_at is not null;

create trigger notes_kept after delete on notes referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();

-- docs/decisions/0039-plans-and-statistics.md
alter table notes alter column forum_id set statistics 0;
