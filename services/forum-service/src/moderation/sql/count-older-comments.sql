select count(*) as older
from comments c
where c.forum_id = $1 and c.dialog_id = $2 and (c.pub_date, c.id) < (
  select b.pub_date, b.id from comments b where b.forum_id = $1 and b.id = $3
)
