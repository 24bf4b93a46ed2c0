-- Names of the people of the account $1.
select p.name, p.email_folded as email
from staff_memberships m
join staff_people p on p.id = m.person_id
where m.tenant_id = $1 and m.accepted_at is not null and p.name is not null
