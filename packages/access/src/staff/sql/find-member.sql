-- The member of tenant $1 with the id $2 or the address $3. What other tenants know of a person shows once the
-- invitation is accepted.
select p.id, p.email, case when m.accepted_at is not null then p.name end as name, m.role,
  m.accepted_at is not null as accepted
from staff_memberships m
join staff_people p on p.id = m.person_id
where m.tenant_id = $1 and (p.id = $2 or p.email_folded = lower($3 collate "C"))
