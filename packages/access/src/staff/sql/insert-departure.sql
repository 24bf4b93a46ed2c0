insert into staff_departures (tenant_id, email_hash)
values ($1, $2)
on conflict do nothing
