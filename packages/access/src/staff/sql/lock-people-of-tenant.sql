select p.id
from staff_people p
where exists (select from staff_memberships m where m.tenant_id = $1 and m.person_id = p.id)
order by p.id
for update
