-- Not while the forum moves, when nothing is written.
update member_sessions
set last_used_at = now()
where forum_id = $1 and id = $2 and last_used_at < now() - interval '1 hour'
  and not exists (
    select
    from tenant_moves m
    join forums f on f.account_id = m.tenant_id
    where f.id = $1 and m.state not in ('copying', 'deleted')
  )
