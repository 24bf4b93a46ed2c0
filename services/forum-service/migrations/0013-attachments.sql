-- Whether people who are signed in can attach a file to what they write on the pages.
alter table forums
  add column attachments boolean not null default false;

-- The member who attached a file. The key binds a file to an address that is confirmed; an erasure deletes both.
alter table files
  add column person bytea,
  add foreign key (forum_id, person) references confirmed_addresses on delete cascade not valid;
