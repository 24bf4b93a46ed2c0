-- $2 pattern of the address, $3 ids, $4 replacement
update audit_entries o
set details = regexp_replace(o.details::text collate "und-x-icu", $2, $4, 'gi')::jsonb
where o.forum_id = $1 and o.id = any ($3::bigint[])
