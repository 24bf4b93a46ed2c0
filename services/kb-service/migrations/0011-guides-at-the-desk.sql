-- The desk lists, sorts and counts all guides without reading their texts.
create index guides_at_the_desk on guides (knowledge_base_id, id)
  include (published, updated_at, changed_at, changed_by);
