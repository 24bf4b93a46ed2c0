insert into metadata_fields (forum_id, name, type, maximum)
values ($1, $2, $3, $4)
