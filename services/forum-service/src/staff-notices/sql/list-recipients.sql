-- Up to $5 people after the person $3 who want to be told at once of $2, posts or reports, without the person with the
-- folded e-mail address $4. Locked, so that a removal waits and then withdraws the mail.
select n.person_id as id, p.email
from staff_notices n
join staff_memberships m on m.tenant_id = n.tenant_id and m.person_id = n.person_id
join staff_people p on p.id = n.person_id
where n.forum_id = $1 and case $2 when 'posts' then n.posts else n.reports end = 'at-once'
  and m.accepted_at is not null and n.person_id > $3 and p.email_folded is distinct from $4
order by n.person_id
limit $5
for update of n
