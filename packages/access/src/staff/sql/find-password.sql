select id, email, password,
  (select min(tenant_id) from staff_memberships where person_id = id and accepted_at is not null) as tenant_id
from staff_people
where email_folded = lower($1 collate "C")
