-- Like list-dialogs.sql, for the dialogs $5, best first, that still exist, archived or not as in $6: the index may lag.
with existing as materialized (
  select ${sortColumns}
  from unnest($5::bigint[]) with ordinality as w (dialog_id, rank)
  join dialogs o on o.forum_id = $1 and o.id = w.dialog_id and o.archived = any($6)
)
select total.dialogs as total, d.fits, ${columns}
from (
  select count(*) as dialogs
  from existing
) total
left join (
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select e.id
      from existing e
      order by ${order}
      limit $3 offset $2
    ) found
  ) placed
  join dialogs o on o.forum_id = $1 and o.id = placed.id
) d on true
order by d.place
