-- Titles, texts and names sort in the order of the forum's language, numbers by value. Languages with an order of their own
-- sort what these indexes hold (docs/decisions/0039).
create index dialogs_by_title_in_order on dialogs (forum_id, archived, topic, title_start collate order_root, id);
create index dialogs_by_text_in_order on dialogs (forum_id, archived, topic, text_start collate order_root, id);
create index dialogs_by_author_in_order on dialogs (forum_id, archived, topic, author_name collate order_root, id);
