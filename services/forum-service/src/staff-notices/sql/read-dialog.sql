-- No row for what is answered, archived or deleted meanwhile. Locked, so that a deletion waits and then withdraws the mail.
select f.account_id, f.slug, f.host, f.name as forum, f.language, d.id as dialog_id, d.title,
  d.held, d.author_name, d.text, p.email as author_email
from dialogs d
join posters p on p.forum_id = d.forum_id and p.id = d.poster_id
join forums f on f.id = d.forum_id
where d.forum_id = $1 and d.id = $2 and (d.held or not d.archived and d.waiting_since is not null)
for key share of d
