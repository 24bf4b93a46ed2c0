insert into staff_links (tenant_id, person_id, hash, purpose, expires_at)
values ($1, $2, $3, $4, now() + $5 * interval '1 hour')
on conflict (tenant_id, person_id)
  do update set hash = excluded.hash, purpose = excluded.purpose, created_at = now(), expires_at = excluded.expires_at
returning expires_at
