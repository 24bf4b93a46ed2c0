-- Categories have icons; nothing has ever shown their pictures.
alter table categories drop column picture_file_id;
