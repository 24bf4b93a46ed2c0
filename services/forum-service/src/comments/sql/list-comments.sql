-- A slice of a dialog's comments with the total: no row without such a dialog, one row without a comment past the end.
-- Finds the slice on an index before reading comments. `fits` is true for the first, and while the texts so far add up to
-- at most $6 bytes; sizes are known without reading the texts.
select d.num_comments as total, c.fits, ${columns:raw}
from dialogs d
left join lateral (
  select o.*, placed.place,
    placed.place = 1 or sum(octet_length(o.text_html)) over (order by placed.place) <= $6 as fits
  from (
    select found.id, row_number() over () as place
    from (
      select s.id
      from comments s
      where s.forum_id = $1 and s.dialog_id = $2 and not s.held
      order by ${order:raw}
      limit $4 offset $3
    ) found
  ) placed
  join comments o on o.forum_id = $1 and o.id = placed.id
) c on true
where d.forum_id = $1 and d.id = $2 and ($5 or not d.held)
order by c.place
