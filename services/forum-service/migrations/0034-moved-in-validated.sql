-- The rest of 0032, which reads whole tables. Validating lets people write; an index does not, so the indexes are last.
alter table dialogs
  validate constraint dialogs_external_check,
  validate constraint dialogs_imported_check,
  validate constraint dialogs_earlier_votes_check,
  validate constraint dialogs_text_check;
alter table comments
  validate constraint comments_external_check,
  validate constraint comments_imported_check,
  validate constraint comments_text_check;
alter table originals validate constraint originals_text_check;
alter table files validate constraint files_digest_check;

create unique index dialogs_by_external on dialogs (forum_id, external) where external is not null;
create unique index comments_by_external on comments (forum_id, external) where external is not null;
create unique index files_by_digest on files (forum_id, digest) where digest is not null;
