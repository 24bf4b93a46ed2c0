-- Serializes changes of a tenant's staff, and tells who may make them. In order, so that there are no deadlocks.
select m.person_id, m.role, m.accepted_at is not null as accepted
from staff_memberships m
where m.tenant_id = $1
order by m.person_id
for update
