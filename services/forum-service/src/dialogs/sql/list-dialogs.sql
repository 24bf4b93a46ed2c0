-- A section of the dialogs of a source, with the number of all; one row without a dialog past the end. The section is
-- found by what the source says of its dialogs, an id and what they are sorted by; they themselves are read for it alone.
${prelude:raw}
select total.dialogs as total, ${columns:raw}
from (${total:raw}) total
left join lateral (
  select s.id, row_number() over (order by ${order:raw}) as place
  from (${matching:raw}) s
  order by ${order:raw}
  limit $3 offset $2
) section on true
left join dialogs d on d.forum_id = $1 and d.id = section.id
order by section.place
