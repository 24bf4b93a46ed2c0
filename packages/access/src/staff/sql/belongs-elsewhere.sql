-- Whether person $1 belongs to a tenant other than $2 that person $3 does not own.
select exists (
  select
  from staff_memberships m
  where m.person_id = $1 and m.tenant_id <> $2 and m.accepted_at is not null
    and not exists (
      select
      from staff_memberships o
      where o.tenant_id = m.tenant_id and o.person_id = $3 and o.role = 'owner' and o.accepted_at is not null
    )
) as elsewhere
