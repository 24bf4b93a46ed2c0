-- $2 pattern of the address, $3 dialogs, $4 replacement
update votes o
set author_name = regexp_replace(o.author_name collate "und-x-icu", $2, $4, 'gi')
where o.forum_id = $1 and o.dialog_id = any ($3::bigint[])
