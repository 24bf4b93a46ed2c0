-- Tenants $2 take in person $1 with role $3, except those that the person belongs to or was removed from.
insert into staff_memberships (tenant_id, person_id, role, invited_by, accepted_at)
select t.id, $1, $3, $4, now()
from unnest($2::bigint[]) as t (id)
where not exists (select from staff_departures d where d.tenant_id = t.id and d.email_hash = $5)
order by t.id
on conflict do nothing
returning tenant_id, role
