-- Those who have accepted their invitation.
select p.id, p.email
from staff_memberships m
join staff_people p on p.id = m.person_id
where m.tenant_id = $1 and m.role = 'owner' and m.accepted_at is not null
order by p.id
