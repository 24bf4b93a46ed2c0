-- Null: the bytes are in the object store, under the name that token and type make (docs/decisions/0066-files-in-s3.md).
alter table files alter column bytes drop not null;

-- Finds what waits to be moved there.
create index files_with_bytes on files (knowledge_base_id, id) where bytes is not null;
