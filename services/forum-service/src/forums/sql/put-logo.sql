-- Writes only if the logo is another one.
insert into forum_logos (forum_id, token, media_type, digest, width, height, bytes)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (forum_id) do update
set token = excluded.token, media_type = excluded.media_type, digest = excluded.digest, width = excluded.width,
  height = excluded.height, bytes = excluded.bytes
where forum_logos.digest <> excluded.digest
