select tenant_id
from staff_memberships
where person_id = $1
order by tenant_id
for update
