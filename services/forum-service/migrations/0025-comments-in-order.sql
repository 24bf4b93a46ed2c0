create index comments_by_author_in_order on comments (forum_id, dialog_id, author_name collate order_root, id)
  where not held;
