-- Finds an active key by name, or by ID if no active key has that name.
update access_keys k
set revoked_at = now()
where k.knowledge_base_id = $1 and k.revoked_at is null
  and k.id = coalesce(
    (select n.id from access_keys n where n.knowledge_base_id = $1 and n.name = $2 and n.revoked_at is null),
    $3
  )
returning k.id, k.name, k.created_at, k.last_used_at, k.revoked_at
