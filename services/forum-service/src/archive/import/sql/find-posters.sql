-- Locked, so that nobody erases one before there are posts that refer to it.
select p.id, encode(p.identity, 'hex') as identity
from posters p
where p.forum_id = $1 and p.identity in (select decode(u.identity, 'hex') from unnest($2::text[]) as u (identity))
order by p.identity
for key share of p
