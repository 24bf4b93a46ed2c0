-- What 0021 leaves out, because it reads the whole table; people may write meanwhile.
alter table files
  validate constraint files_name_check,
  validate constraint files_size_check,
  validate constraint files_media_type_check,
  validate constraint files_path_check,
  validate constraint files_bytes_check;
