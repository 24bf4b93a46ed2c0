-- People who found a comment helpful: without a name and without an address, which nothing shows.
create table helpful_votes (
  forum_id bigint not null,
  dialog_id bigint not null,
  comment_id bigint not null,
  -- HMAC of a member's e-mail address, or of a guest's network and browser: one vote each. Random in an imported archive.
  voter bytea not null check (octet_length(voter) = 32),
  -- HMAC of a guest's network, from which only some votes count.
  network bytea check (octet_length(network) = 32),
  voted_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, comment_id, voter),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, comment_id) references comments (forum_id, id) on delete cascade
);

create index helpful_votes_of_comment on helpful_votes (forum_id, comment_id);
create index helpful_votes_by_voter on helpful_votes (forum_id, voter);

create trigger helpful_votes_kept after delete on helpful_votes referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();

-- docs/decisions/0039-plans-and-statistics.md
alter table helpful_votes alter column forum_id set statistics 0;
