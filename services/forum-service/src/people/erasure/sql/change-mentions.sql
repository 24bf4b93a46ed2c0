-- $2 finds the address, $3 are the rows, $4 stands in its place
update ${table:raw} o
set ${changes:raw}
where o.forum_id = $1 and o.${id:raw} = any ($3::bigint[])
returning ${returned:raw}
