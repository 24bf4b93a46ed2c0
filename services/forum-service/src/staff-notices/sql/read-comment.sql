-- As read-dialog.sql. $2 comment
select f.account_id, f.slug, f.host, f.name as forum, f.language, d.id as dialog_id, d.title,
  c.held, c.author_name, c.text, p.email as author_email
from comments c
join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
join posters p on p.forum_id = c.forum_id and p.id = c.poster_id
join forums f on f.id = c.forum_id
where c.forum_id = $1 and c.id = $2
  and (c.held or not c.is_org_reply and not d.archived and d.waiting_since is not null)
for key share of d, c
