select p.id, p.email, case when m.accepted_at is not null then p.name end as name, m.role, m.invited_by, m.invited_at, m.accepted_at,
  (
    select max(s.last_used_at) from staff_sessions s where s.person_id = p.id and m.accepted_at is not null
  ) as last_seen_at,
  (
    select l.expires_at from staff_links l
    where l.tenant_id = m.tenant_id and l.person_id = p.id and l.expires_at > now()
  ) as link_expires_at
from staff_memberships m
join staff_people p on p.id = m.person_id
where m.tenant_id = $1
order by p.email_folded
