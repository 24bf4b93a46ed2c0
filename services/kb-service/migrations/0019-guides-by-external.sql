create unique index guides_by_external on guides (knowledge_base_id, external) where external is not null;
create unique index categories_by_external on categories (knowledge_base_id, external) where external is not null;
