-- What 0032 leaves out, because it reads whole tables; people may write meanwhile.
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
