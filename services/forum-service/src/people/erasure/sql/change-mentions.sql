-- $2 pattern of the address, $3 row ids, $4 replacement
update ${table:raw} o
set ${changes:raw}
where o.forum_id = $1 and o.${id:raw} = any ($3::bigint[])
returning ${returned:raw}
