delete from staff_departures
where tenant_id = $1 and email_hash = $2
