-- The queue counts the held comments of each dialog, of which spam can bring thousands.
create index held_comments_of_dialogs on comments (forum_id, dialog_id, pub_date) where held;

-- And it looks for an official answer in each.
create index official_answers_of_dialogs on comments (forum_id, dialog_id) where is_org_reply and not held;
