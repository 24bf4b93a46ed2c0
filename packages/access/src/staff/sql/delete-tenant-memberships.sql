with departed as (
  delete from staff_departures where tenant_id = $1
)
delete from staff_memberships
where tenant_id = $1
