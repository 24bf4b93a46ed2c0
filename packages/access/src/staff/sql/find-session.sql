select s.id, s.person_id, p.email, p.name, p.password is not null as has_password, s.created_at,
  s.renew and s.hash = $1 as renew,
  s.last_used_at < now() - interval '1 minute' as stale,
  (
    select coalesce(
      json_agg(json_build_object('tenantId', m.tenant_id, 'role', m.role) order by m.tenant_id), '[]'
    )
    from staff_memberships m
    where m.person_id = s.person_id and m.accepted_at is not null
  ) as memberships
from staff_sessions s
join staff_people p on p.id = s.person_id
where (s.hash = $1 or (s.previous_hash = $1 and s.previous_until > now()))
  and s.last_used_at > now() - interval '12 hours'
  and s.created_at > now() - interval '14 days'
