-- Like list-dialogs.sql, with archived dialogs. One file for both takes a tenth longer to plan.
select total.dialogs as total, d.fits, ${columns}
from (
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and c.topic = any($5)
) total
left join (
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select s.id
      from (
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and not archived and topic = 'Q' and 'Q' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and archived and topic = 'Q' and 'Q' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and not archived and topic = 'P' and 'P' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and archived and topic = 'P' and 'P' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and not archived and topic = 'S' and 'S' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and archived and topic = 'S' and 'S' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and not archived and topic = 'B' and 'B' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select ${sortColumns}
          from dialogs
          where forum_id = $1 and archived and topic = 'B' and 'B' = any($5)
          order by ${order}
          limit $2::bigint + $3
        )
      ) s
      order by ${order}
      limit $3 offset $2
    ) found
  ) placed
  join dialogs o on o.forum_id = $1 and o.id = placed.id
) d on true
order by d.place
