-- A dialog that does not wait for an editor, with its public tags by name and, the oldest first, $4 of its comments after
-- the first $3. They are found on an index; the comments themselves are read for the page alone. Of texts there is as much
-- as descriptions can need. Where the HTML of all has more than $5 bytes none of it is read, and the dialog does not fit.
with section as materialized (
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
select not d.fits as "isCut", ${dialog:raw}, left(d.text, 1000) as text,
  (
    select coalesce(json_agg(t.name order by t.name, t.id), '[]')
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = d.forum_id and x.dialog_id = d.id and t.is_public
  ) as tags,
  case when d.fits then (
    select coalesce(json_agg(shown order by shown.place), '[]')
    from (select c.place, left(c.text, 1000) as text, ${comment:raw} from section c) shown
  ) end as comments
from (
  select o.*,
    octet_length(o.text_html) + (select coalesce(sum(octet_length(c.text_html)), 0) from section c) <= $5 as fits
  from dialogs o
  where o.forum_id = $1 and o.id = $2 and not o.held
) d
