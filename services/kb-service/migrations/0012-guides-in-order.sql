-- Titles sort in the order of the language, numbers by value. Languages with an order of their own sort what this index
-- holds (docs/decisions/0039).
create index published_guides_in_order
  on guides (knowledge_base_id, title collate order_root, id) include (content_bytes) where published;
