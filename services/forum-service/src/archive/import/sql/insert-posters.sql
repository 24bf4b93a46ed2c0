-- $1 forum, $2 identities, $3 e-mail addresses. Sorted, so that concurrent imports do not deadlock.
insert into posters (forum_id, identity, email)
select $1, w.identity, w.email
from (select decode(u.identity, 'hex'), u.email from unnest($2::text[], $3::text[]) as u (identity, email)) as w (identity, email)
where not exists (select from posters p where p.forum_id = $1 and p.identity = w.identity)
order by w.identity
on conflict (forum_id, identity) do nothing
