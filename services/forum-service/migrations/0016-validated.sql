-- What 0008 to 0015 leave out, because it reads whole tables. Validating lets people write; an index does not, so the
-- indexes are last.
alter table audit_entries validate constraint audit_entries_door_check;
alter table dialogs
  validate constraint dialogs_forum_id_accepted_comment_fkey,
  validate constraint dialogs_former_state_check;
alter table files
  validate constraint files_staff_id_fkey,
  validate constraint files_forum_id_person_fkey;

create index accepted_comments on dialogs (forum_id, accepted_comment) where accepted_comment is not null;
create index files_of_staff on files (staff_id) where staff_id is not null;
create index files_of_person on files (forum_id, person) where person is not null;
