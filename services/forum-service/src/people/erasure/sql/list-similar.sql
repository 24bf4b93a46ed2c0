-- Addresses of posters that have the same mailbox, $1, and the same server, $2 with "@", but a word behind a "+" or none;
-- not $3, which is folded like both.
select distinct s.email
from (
  select lower(normalize(p.email) collate "und-x-icu") as email
  from posters p
  where p.email is not null
) s
where (s.email = $1 || $2 or starts_with(s.email, $1 || '+') and right(s.email, length($2)) = $2) and s.email <> $3
order by s.email
