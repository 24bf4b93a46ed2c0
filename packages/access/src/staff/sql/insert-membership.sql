insert into staff_memberships (tenant_id, person_id, role, invited_by)
values ($1, $2, $3, $4)
on conflict do nothing
returning person_id
