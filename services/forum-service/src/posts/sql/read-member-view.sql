-- The dialog $2 and its comments $5 from the view of the person $3 (HMAC; $4 folded e-mail address), who reads from the
-- addresses $6 and $7; people who are blocked can change nothing.
select
  exists (select from votes v where v.forum_id = $1 and v.dialog_id = $2 and v.voter = $3) as voted,
  exists (
    select from followers f where f.forum_id = $1 and f.dialog_id = $2 and f.person = $3 and f.confirmed
  ) as following,
  own.id is not null as own,
  own.id is not null and not d.archived and d.topic in ('Q', 'P') and not blocked.yes as accepts,
  own.id is not null and not d.archived and d.pub_date > now() - interval '30 minutes' and not blocked.yes
    as changeable,
  case when own.id is not null and not d.archived and d.pub_date > now() - interval '30 minutes' and not blocked.yes
  then not exists (
    select
    from comments o
    join posters w on w.forum_id = $1 and w.id = o.poster_id
    where o.forum_id = $1 and o.dialog_id = $2
      and lower(normalize(w.email) collate "und-x-icu") is distinct from $4
  ) else false end as deletable,
  (
    select coalesce(json_agg(c.id), '[]')
    from comments c
    join posters p on p.forum_id = $1 and p.id = c.poster_id
    where c.forum_id = $1 and c.id = any ($5::bigint[]) and c.dialog_id = $2 and not d.archived and not blocked.yes
      and not c.is_org_reply and c.pub_date > now() - interval '30 minutes'
      and lower(normalize(p.email) collate "und-x-icu") = $4
  ) as changeable_comments,
  (
    select coalesce(json_agg(c.id), '[]')
    from comments c
    join posters p on p.forum_id = $1 and p.id = c.poster_id
    where c.forum_id = $1 and c.id = any ($5::bigint[]) and c.dialog_id = $2
      and lower(normalize(p.email) collate "und-x-icu") = $4
  ) as own_comments,
  (
    select coalesce(json_agg(h.comment_id), '[]')
    from helpful_votes h
    where h.forum_id = $1 and h.dialog_id = $2 and h.comment_id = any ($5::bigint[]) and h.voter = $3
  ) as helpful_comments
from dialogs d
left join posters own on own.forum_id = $1 and own.id = d.poster_id
  and lower(normalize(own.email) collate "und-x-icu") = $4
cross join lateral (
  select exists (
    select
    from blocked_senders b
    where b.forum_id = $1 and (b.email = $4 or b.address >>= $6::inet or b.address >>= $7::inet)
  ) as yes
) blocked
where d.forum_id = $1 and d.id = $2
