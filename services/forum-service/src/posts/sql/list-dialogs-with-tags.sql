-- Like list-dialogs.sql, for dialogs with all tags $5 (folded), archived or not as in $6, starting from the rarest tag.
with wanted as materialized (
  select t.id, t.dialogs
  from tags t
  where t.forum_id = $1 and t.folded_name = any($5::text[])
),
carrying as materialized (
  select x.dialog_id
  from (select w.id from wanted w order by w.dialogs, w.id limit 1) rarest
  join dialog_tags x on x.forum_id = $1 and x.tag_id = rarest.id and x.archived = any($6)
  where (select count(*) from wanted) = cardinality($5::text[])
    and not exists (
      select from wanted w
      where not exists (
        select from dialog_tags o where o.forum_id = $1 and o.dialog_id = x.dialog_id and o.tag_id = w.id
      )
    )
)
select total.dialogs as total, d.fits, ${columns}
from (
  select count(*) as dialogs
  from carrying
) total
left join (
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $4 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select s.id
      from carrying c
      join dialogs s on s.forum_id = $1 and s.id = c.dialog_id
      order by ${order}
      limit $3 offset $2
    ) found
  ) placed
  join dialogs o on o.forum_id = $1 and o.id = placed.id
) d on true
order by d.place
