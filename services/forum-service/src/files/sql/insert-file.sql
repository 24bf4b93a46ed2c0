insert into files (forum_id, token, media_type, bytes, name, access_key_id)
values ($1, $2, $3, $4, $5, $6)
