-- No row for what is archived, held or deleted meanwhile. Locked, so that a deletion waits and then withdraws the mail.
select f.account_id, f.slug, f.host, f.language, d.title, c.author_name, c.text, c.markdown, p.email as author_email
from comments c
join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
join posters p on p.forum_id = c.forum_id and p.id = c.poster_id
join forums f on f.id = c.forum_id
where c.forum_id = $1 and c.id = $2 and not c.held and not d.held and not d.archived
for key share of d, c
