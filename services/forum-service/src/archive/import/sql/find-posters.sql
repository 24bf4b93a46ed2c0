-- Locked, so that erasure cannot delete them before they are referenced.
select p.id, encode(p.identity, 'hex') as identity
from posters p
where p.forum_id = $1 and p.identity in (select decode(u.identity, 'hex') from unnest($2::text[]) as u (identity))
order by p.identity
for key share of p
