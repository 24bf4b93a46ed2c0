-- $2 pattern of the address, $3 file sizes, $4 replacement
update files f
set name = regexp_replace(regexp_replace(f.name, '\.[^.]*$', '') collate "und-x-icu", $2, $4, 'gi')
  || substring(f.name from '\.[^.]*$')
where f.forum_id = $1 and f.bytes = any ($3::bigint[])
