select id, email, name, password
from staff_people p
where p.email_folded = lower($1 collate "C")
  and exists (select from staff_memberships m where m.person_id = p.id and m.accepted_at is not null)
