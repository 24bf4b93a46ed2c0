create index tags_in_order on tags (forum_id, name collate order_root, id);
create index public_tags_in_order on tags (forum_id, name collate order_root, id) where is_public;
