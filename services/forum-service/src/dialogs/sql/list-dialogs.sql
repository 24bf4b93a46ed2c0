-- A section of the dialogs of a source, with the number of all and the forum's revision. The section is found by what
-- the source says of its dialogs, an id and what they are sorted by; the dialogs themselves are read for it alone.
${prelude:raw}
select f.revision, total.dialogs as total, ${columns:raw}
from forums f
cross join (${total:raw}) total
left join lateral (
  select s.id, row_number() over (order by ${order:raw}) as place
  from (${matching:raw}) s
  order by ${order:raw}
  limit $3 offset $2
) section on true
left join dialogs d on d.forum_id = $1 and d.id = section.id
where f.id = $1
order by section.place
