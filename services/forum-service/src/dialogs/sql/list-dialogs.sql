-- A section of the dialogs of a source, with the number of all; one row without a dialog past the end. The section is
-- found by what the source says of its dialogs, an id and what they are sorted by; they themselves are read for it alone.
-- Each says by `fits` whether it is the first, or its text and those before it add up to what is allowed; sizes are known
-- without reading the texts.
${prelude:raw}
select total.dialogs as total, d.fits, ${columns:raw}
from (${total:raw}) total
left join (
  select o.*, section.place,
    section.place = $2::bigint + 1 or sum(octet_length(o.text_html)) over (order by section.place) <= ${mostBytes:raw} as fits
  from (
    select s.id, row_number() over (order by ${order:raw}) as place
    from (${matching:raw}) s
    order by ${order:raw}
    limit $3 offset $2
  ) section
  join dialogs o on o.forum_id = $1 and o.id = section.id
) d on true
order by d.place
