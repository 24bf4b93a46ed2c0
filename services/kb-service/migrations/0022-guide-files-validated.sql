-- The rest of 0021, which reads the whole table. Validating lets people write; an index does not, so it is last.
alter table files
  validate constraint files_name_check,
  validate constraint files_size_check,
  validate constraint files_media_type_check,
  validate constraint files_path_check,
  validate constraint files_bytes_check;

-- The same bytes are stored once under each name.
create unique index files_by_content on files (knowledge_base_id, content_hash, name) nulls not distinct;
