-- Like list-dialogs.sql, for the visible dialogs in the state $5, newest first; counts at most $6 of them. Counting is
-- sorted as the index is, or the planner prefers to scan the table.
select total.dialogs as total, d.fits, ${columns:raw}
from (
  select count(*) as dialogs
  from (
    select
    from dialogs c
    where c.forum_id = $1 and not c.archived and c.state = $5
    order by c.pub_date desc, c.id desc
    limit $6
  ) counted
) total
left join (
  select o.*, slice.place,
    slice.place = $2::bigint + 1 or sum(octet_length(o.text_html)) over (order by slice.place) <= $4 as fits
  from (
    select s.id, row_number() over (order by s.pub_date desc, s.id desc) as place
    from dialogs s
    where s.forum_id = $1 and not s.archived and s.state = $5
    order by s.pub_date desc, s.id desc
    limit $3 offset $2
  ) slice
  join dialogs o on o.forum_id = $1 and o.id = slice.id
) d on true
order by d.place
