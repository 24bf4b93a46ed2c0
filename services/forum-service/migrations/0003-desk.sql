-- The door through which a change was made. Until now there was only the command line.
alter table audit_entries
  add column door text not null default 'cli' check (door in ('desk', 'api', 'cli'));
alter table audit_entries alter column door drop default;
