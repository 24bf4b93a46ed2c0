-- All that opens the account of a person but identities. Others may have prepared it.
with sessions as (
  delete from staff_sessions where person_id = $1
), passkeys as (
  delete from staff_passkeys where person_id = $1
), challenges as (
  delete from staff_challenges where person_id = $1
), links as (
  delete from staff_links where person_id = $1
)
update staff_people
set password = null, lock_notice_at = null
where id = $1
