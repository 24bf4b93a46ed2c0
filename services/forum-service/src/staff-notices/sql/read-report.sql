-- As read-dialog.sql, unless the report is resolved meanwhile. $2 report
select f.account_id, f.slug, f.host, f.name as forum, f.language, d.id as dialog_id, d.title,
  false as held, r.author_name, r.reason as text, p.email as author_email
from reports r
join dialogs d on d.forum_id = r.forum_id and d.id = r.dialog_id
join posters p on p.forum_id = r.forum_id and p.id = r.poster_id
join forums f on f.id = r.forum_id
where r.forum_id = $1 and r.id = $2 and r.resolved_at is null
for key share of d, r
