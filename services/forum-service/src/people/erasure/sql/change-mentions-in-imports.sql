-- $2 pattern of the address, $3 lines done, $4 replacement
update import_progress o
set refusals = regexp_replace(o.refusals::text collate "und-x-icu", $2, $4, 'gi')::jsonb
where o.forum_id = $1 and o.lines = any ($3::bigint[])
