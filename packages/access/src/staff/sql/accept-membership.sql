update staff_memberships
set accepted_at = now()
where tenant_id = $1 and person_id = $2 and accepted_at is null
returning person_id
