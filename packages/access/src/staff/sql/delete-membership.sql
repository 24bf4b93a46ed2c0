delete from staff_memberships
where tenant_id = $1 and person_id = $2
