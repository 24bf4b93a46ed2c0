-- What a dialog or comment is in the system that it came from: scheme:kind:id. A later import finds it by this, and
-- compares what the post says now with what the import wrote (SHA-256): a post that was changed here stays as it is.
-- Votes without voters are part of num_votes. The limit of imported texts is higher than that of posts.
alter table dialogs
  add column external text,
  add column imported bytea,
  add column earlier_votes integer not null default 0,
  add constraint dialogs_external_check
    check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200) not valid,
  add constraint dialogs_imported_check check (octet_length(imported) = 32) not valid,
  add constraint dialogs_earlier_votes_check check (earlier_votes >= 0) not valid,
  drop constraint dialogs_text_check,
  add constraint dialogs_text_check check (length(text) between 1 and 100000) not valid;
-- The comment that a comment answers. It may be deleted, or in another dialog by now; readers see it while it is there.
alter table comments
  add column external text,
  add column imported bytea,
  add column parent_id bigint,
  add constraint comments_external_check
    check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200) not valid,
  add constraint comments_imported_check check (octet_length(imported) = 32) not valid,
  drop constraint comments_text_check,
  add constraint comments_text_check check (length(text) between 1 and 100000) not valid;
alter table originals
  drop constraint originals_text_check,
  add constraint originals_text_check check (length(text) between 1 and 100000) not valid;
-- A dialog that was merged into another one is not imported again.
alter table merged_dialogs add column external text;
alter table import_progress
  add column refused_parents bigint not null default 0,
  add column refused_addresses bigint not null default 0,
  add column refused_files bigint not null default 0,
  add column updated bigint not null default 0,
  add column unchanged bigint not null default 0,
  add column kept bigint not null default 0;
-- SHA-256 of the bytes of an imported file, which is stored once.
alter table files add column digest bytea, add constraint files_digest_check check (octet_length(digest) = 32) not valid;

create unique index dialogs_by_external on dialogs (forum_id, external) where external is not null;
create unique index comments_by_external on comments (forum_id, external) where external is not null;
create unique index files_by_digest on files (forum_id, digest) where digest is not null;
