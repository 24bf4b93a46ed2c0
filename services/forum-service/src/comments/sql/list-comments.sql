-- A section of the comments of a dialog, with the number of all; no row when there is no such dialog, and one without a
-- comment past the end. The section is found on an index; the comments themselves are read for it alone.
select d.num_comments as total, ${columns:raw}
from dialogs d
left join lateral (
  select s.id, row_number() over (order by ${order:raw}) as place
  from comments s
  where s.forum_id = $1 and s.dialog_id = $2 and not s.held
  order by ${order:raw}
  limit $4 offset $3
) section on true
left join comments c on c.forum_id = $1 and c.id = section.id
where d.forum_id = $1 and d.id = $2 and ($5 or not d.held)
order by section.place
