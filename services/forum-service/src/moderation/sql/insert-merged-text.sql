-- The dialog $2 as a comment of $3, with its text $4 and HTML $5.
insert into comments (forum_id, dialog_id, text, text_html, renderer, pub_date, held, poster_id, author_name, work_title,
  markdown, confirmed)
select d.forum_id, $3, $4, $5, $6, d.pub_date, d.held, d.poster_id, d.author_name, d.work_title,
  d.markdown, d.confirmed
from dialogs d
where d.forum_id = $1 and d.id = $2
returning id
