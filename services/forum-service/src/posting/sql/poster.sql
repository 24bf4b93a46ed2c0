-- Not a statement: continues every posting statement after `open`, which has a row when the parent exists. $1 forum, $2
-- poster's identity or null, $3 e-mail, $4 the same folded, $5 claimed address, $6 sender, $7 hold, $8 claim or null
allowed as (
  select
  from open
  -- Waits for a concurrent deletion of the forum before locking anything; a foreign key then reports that it is gone.
  cross join pg_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || $1::bigint, 0))
  where not exists (
    select
    from blocked_senders b
    where b.forum_id = $1 and (b.email = $4 or b.address >>= $5::inet or b.address >>= $6::inet)
  )
),
known as (
  -- Locked, so that erasure cannot delete the poster meanwhile.
  select p.id
  from allowed
  join posters p on p.forum_id = $1 and p.identity = $2
  for key share of p
),
added as (
  insert into posters (forum_id, identity, email, claim)
  select $1, $2::bytea, $3, $8::bytea
  from allowed
  where not exists (select from known)
  -- A concurrent post created the same poster.
  on conflict (forum_id, identity) do update set identity = excluded.identity
  returning id
),
poster as (
  select
    p.id,
    $7::text = 'always' or $7 = 'new' and not exists (
      select
      from posters o
      where o.forum_id = $1 and o.claim = $8 and (
        exists (select from dialogs d where d.forum_id = $1 and d.poster_id = o.id and not d.held)
        or exists (select from comments c where c.forum_id = $1 and c.poster_id = o.id and not c.held)
      )
    ) as held
  from (select id from known union all select id from added) p
)
