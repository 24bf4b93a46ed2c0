-- Addresses of posters with mailbox $1 and server $2 (with "@"), ignoring a "+" suffix; except $3. All are folded.
select distinct s.email
from (
  select lower(normalize(p.email) collate "und-x-icu") as email
  from posters p
  where p.email is not null
) s
where (s.email = $1 || $2 or starts_with(s.email, $1 || '+') and right(s.email, length($2)) = $2) and s.email <> $3
order by s.email
