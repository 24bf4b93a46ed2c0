-- A slice of a source's dialogs, with the total; one row without a dialog past the end. Finds the slice by id and sort
-- column before reading dialogs. `fits` is true for the first, and while the texts so far stay within the limit; sizes
-- are known without reading the texts.
${prelude:raw}
select total.dialogs as total, d.fits, ${columns:raw}
from (${total:raw}) total
left join (
  select o.*, slice.place,
    slice.place = $2::bigint + 1 or sum(octet_length(o.text_html)) over (order by slice.place) <= ${mostBytes:raw} as fits
  from (
    select s.id, row_number() over (order by ${order:raw}) as place
    from (${matching:raw}) s
    order by ${order:raw}
    limit $3 offset $2
  ) slice
  join dialogs o on o.forum_id = $1 and o.id = slice.id
) d on true
order by d.place
