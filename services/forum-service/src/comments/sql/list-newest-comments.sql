-- The beginnings of the newest $3 visible comments of each dialog.
select d.id as dialog_id, (
  select coalesce(json_agg(n), '[]')
  from (
    select left(c.text, $4) as text, c.markdown
    from comments c
    where c.forum_id = $1 and c.dialog_id = d.id and not c.held
    order by c.pub_date desc, c.id desc
    limit $3
  ) n
) as comments
from unnest($2::bigint[]) as d (id)
