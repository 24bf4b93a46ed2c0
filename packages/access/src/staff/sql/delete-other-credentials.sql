-- A person who took over the account may have added them.
with passkeys as (
  delete from staff_passkeys where person_id = $1
)
delete from staff_identities
where person_id = $1
