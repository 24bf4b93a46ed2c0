-- Like list-dialogs.sql, for the visible dialogs in the state $5, newest first; counts at most $6 of them. Counting is
-- sorted as the index is, or the planner prefers to scan the table. With two limits it expects few rows and keeps the
-- plan.
select total.dialogs as total, d.fits, ${columns}
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
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select s.id
      from (
        select id, pub_date
        from dialogs
        where forum_id = $1 and not archived and state = $5
        order by pub_date desc, id desc
        limit $2::bigint + $3
      ) s
      order by s.pub_date desc, s.id desc
      limit $3 offset $2
    ) found
  ) placed
  join dialogs o on o.forum_id = $1 and o.id = placed.id
) d on true
order by d.place
