-- $2 pattern of the address, $3 ids, $4 replacement. Names stay unique.
update canned_answers o
set name = case
    when o.name collate "und-x-icu" ~* $2
    then left(regexp_replace(o.name collate "und-x-icu", $2, $4, 'gi'), 80) || ' ' || o.id
    else o.name
  end,
  text = regexp_replace(o.text collate "und-x-icu", $2, $4, 'gi')
where o.forum_id = $1 and o.id = any ($3::bigint[])
