-- Gives the entries of an account to each of its forums, if it has any.
with moved as (
  delete from account_entries a
  where a.account_id = $1 and exists (select from forums f where f.account_id = $1)
  returning *
)
insert into audit_entries (forum_id, slug, done_at, done_by, door, action, details)
select f.id, f.slug, m.done_at, m.done_by, m.door, m.action, m.details
from moved m
join forums f on f.account_id = m.account_id
order by m.id, f.id
