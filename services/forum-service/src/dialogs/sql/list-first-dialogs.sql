-- Like list-dialogs.sql, in an order for which a function finds the slice.
select total.dialogs as total, d.fits, ${columns:raw}
from (
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and c.topic = any($5) and not c.archived
) total
left join (
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
  from ${found:raw}($1, $5, $2, $3) with ordinality placed (id, place)
  join dialogs o on o.forum_id = $1 and o.id = placed.id
) d on true
order by d.place
