-- Whether a text is Markdown. What was posted before is plain, and so is what programs post unless they say otherwise. A
-- constant default rewrites no row.
alter table dialogs add column markdown boolean not null default false;
alter table comments add column markdown boolean not null default false;

-- Who attached a file at the desk; files posted over the API have the key instead.
alter table files
  add column staff_id bigint,
  add foreign key (staff_id) references staff_people on delete set null not valid,
  alter column access_key_id drop not null;
