-- $2 pattern of the address, $3 ids, $4 replacement
update reports o
set author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi'),
  reason = regexp_replace(o.reason collate "und-x-icu", $2, $4, 'gi')
where o.forum_id = $1 and o.id = any ($3::bigint[])
