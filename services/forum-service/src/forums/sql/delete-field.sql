delete from metadata_fields
where forum_id = $1 and name = $2
returning name
