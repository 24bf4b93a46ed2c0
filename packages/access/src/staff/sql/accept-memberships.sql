update staff_memberships
set accepted_at = now()
where person_id = $1 and accepted_at is null
returning tenant_id, role
