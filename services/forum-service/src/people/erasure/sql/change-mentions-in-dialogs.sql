-- $2 pattern of the address, $3 ids, $4 replacement
update dialogs o
set title = regexp_replace(o.title collate "und-x-icu", $2, $4, 'gi'),
  text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi'),
  author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi'),
  work_title = regexp_replace(o.work_title collate "und-x-icu", $2, $4, 'gi'),
  state = regexp_replace(o.state collate "und-x-icu", $2, $4, 'gi'),
  former_state = regexp_replace(o.former_state collate "und-x-icu", $2, $4, 'gi'),
  metadata = regexp_replace(o.metadata::text collate "und-x-icu", $2, $4, 'gi')::jsonb
where o.forum_id = $1 and o.id = any ($3::bigint[])
returning o.forum_id, o.id, o.title, o.text, o.markdown
