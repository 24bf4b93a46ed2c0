-- Person $2, if they still want messages with the timing $3. Locked, so that a removal waits and then withdraws the mail.
select n.posts = $3 as posts, n.reports = $3 as reports, p.email, p.email_folded, f.account_id, f.slug, f.host,
  f.name as forum, f.language
from staff_notices n
join staff_people p on p.id = n.person_id
join forums f on f.id = n.forum_id
where n.forum_id = $1 and n.person_id = $2 and $3 in (n.posts, n.reports)
for update of n
