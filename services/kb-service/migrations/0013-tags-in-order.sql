create index tags_in_order on tags (knowledge_base_id, name collate order_root, id) where visible;
