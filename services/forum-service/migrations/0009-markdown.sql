-- Whether a text is Markdown. What was posted before is plain, and so is what programs post unless they say otherwise. A
-- constant default rewrites no row.
alter table dialogs add column markdown boolean not null default false;
alter table comments add column markdown boolean not null default false;

-- Who attached a file at the desk; files posted over the API have the key instead.
alter table files
  add column staff_id bigint references staff_people on delete set null,
  alter column access_key_id drop not null;

create index files_of_staff on files (staff_id) where staff_id is not null;
