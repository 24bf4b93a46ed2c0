-- $2 pattern of the address, $3 ids, $4 replacement
update originals o
set title = regexp_replace(o.title collate "und-x-icu", $2, $4, 'gi'),
  text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi'),
  metadata = regexp_replace(o.metadata::text collate "und-x-icu", $2, $4, 'gi')::jsonb
where o.forum_id = $1 and o.id = any ($3::bigint[])
