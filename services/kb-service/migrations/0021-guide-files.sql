-- Files that readers download from guides, such as manuals. Unlike images they have a name, for downloads, and a size in
-- bytes, which links to them say.
alter table files
  add column name text,
  add column size integer;

-- The constraints that they replace were stricter, so rows from before need no check.
alter table files
  drop constraint files_media_type_check,
  drop constraint files_path_check,
  drop constraint files_bytes_check,
  drop constraint files_knowledge_base_id_content_hash_key,
  add constraint files_name_check check (length(name) between 1 and 120) not valid,
  add constraint files_size_check check (size between 1 and 20000000 and (name is null) = (size is null)) not valid,
  add constraint files_media_type_check check (
    media_type in ('image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif')
    or (name is not null and media_type ~ '^[a-z]+/[a-z0-9.-]+$')
  ) not valid,
  add constraint files_path_check
    check (path ~ '^([a-z0-9-]+/)*[a-z0-9-]+[.][a-z0-9]+$' and length(path) <= 1000) not valid,
  add constraint files_bytes_check
    check (octet_length(bytes) between 1 and case when name is null then 10000000 else 20000000 end) not valid;

-- The same bytes are stored once under each name.
create unique index files_by_content on files (knowledge_base_id, content_hash, name) nulls not distinct;
