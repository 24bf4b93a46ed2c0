-- The person of the account $2 with the id $3 or the folded e-mail address $4, and what is chosen for the forum $1
select p.id, p.email, coalesce(n.posts, 'off') as posts, coalesce(n.reports, 'off') as reports
from staff_memberships m
join staff_people p on p.id = m.person_id
left join staff_notices n on n.forum_id = $1 and n.person_id = p.id
where m.tenant_id = $2 and (p.id = $3 or p.email_folded = lower($4 collate "C"))
