-- A dialog that is not held, its public tags, and $4 of its comments after the first $3, oldest first. Finds the
-- comments on an index before reading them, and of each text only the beginning, for descriptions. If all HTML together
-- exceeds $5 bytes, none is read and `fits` is false.
with slice as materialized (
  select placed.place, n.*
  from (
    select s.id, row_number() over (order by s.pub_date, s.id) as place
    from comments s
    where s.forum_id = $1 and s.dialog_id = $2 and not s.held
    order by s.pub_date, s.id
    limit $4 offset $3
  ) placed
  join comments n on n.forum_id = $1 and n.id = placed.id
)
select not d.fits as "isCut", ${dialog}, left(d.text, 1000) as text, d.markdown, d.confirmed, d.accepted_comment,
  (
    select coalesce(json_agg(t.name), '[]')
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = d.forum_id and x.dialog_id = d.id and t.is_public
  ) as tags,
  case when d.fits then (
    select coalesce(json_agg(shown order by shown.place), '[]')
    from (
      select c.place, left(c.text, 1000) as text, c.markdown, c.confirmed, ${comment}
      from slice c
    ) shown
  ) end as comments
from (
  select o.*,
    octet_length(o.text_html) + (select coalesce(sum(octet_length(c.text_html)), 0) from slice c) <= $5 as fits
  from dialogs o
  where o.forum_id = $1 and o.id = $2 and not o.held
) d
