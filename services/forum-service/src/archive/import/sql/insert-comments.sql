-- $1 forum, $2 renderer, $3 an array of objects. Comments with `names` of others are rendered again when all are there.
insert into comments (forum_id, id, dialog_id, text, markdown, text_html, renderer, pub_date, is_org_reply, held,
  poster_id, author_name, work_title, confirmed)
select $1, c.id, c.dialog_id, c.text, c.markdown, c.text_html, case when c.names then 0 else $2 end, c.pub_date,
  c.is_org_reply, c.held, c.poster_id, c.author_name, c.work_title, c.confirmed
from json_to_recordset($3) as c (
  id bigint, dialog_id bigint, text text, markdown boolean, text_html text, names boolean, pub_date timestamptz, is_org_reply boolean, held boolean,
  poster_id bigint, author_name text, work_title text, confirmed boolean
)
