-- Like list-dialogs.sql, for the tag $5 (folded), by date; with archived dialogs if $6. Reads an index on dialog_tags,
-- which copies the dates. Visible dialogs are counted already.
with tag as (
  select t.id, t.dialogs
  from tags t
  where t.forum_id = $1 and t.folded_name = $5
)
select total.dialogs as total, d.fits, ${columns}
from (
  select coalesce((select tag.dialogs from tag), 0) + (
    select count(*)
    from dialog_tags x
    where $6 and x.forum_id = $1 and x.archived and x.tag_id = (select tag.id from tag)
  ) as dialogs
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
          select dialog_id as id, pub_date
          from dialog_tags
          where forum_id = $1 and not archived and tag_id = (select tag.id from tag)
          order by ${order}
          limit $2::bigint + $3
        )
        union all
        (
          select dialog_id as id, pub_date
          from dialog_tags
          where forum_id = $1 and archived and $6 and tag_id = (select tag.id from tag)
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
