update staff_memberships
set role = $3
where tenant_id = $1 and person_id = $2
