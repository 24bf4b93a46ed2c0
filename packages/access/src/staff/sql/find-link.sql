-- An account that opens no tenant yet, or no longer, is as good as none.
select l.tenant_id, l.person_id, l.purpose, l.expires_at, p.email, p.name, m.role, m.invited_by,
  exists (select from staff_memberships o where o.person_id = p.id and o.accepted_at is not null)
  and (
    p.password is not null
    or exists (select from staff_passkeys k where k.person_id = p.id)
    or exists (select from staff_identities i where i.person_id = p.id)
  ) as established
from staff_links l
join staff_memberships m on m.tenant_id = l.tenant_id and m.person_id = l.person_id
join staff_people p on p.id = l.person_id
where l.hash = $1 and l.expires_at > now()
