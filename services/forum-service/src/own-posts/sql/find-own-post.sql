-- The dialog $3, or the comment $4 in it, if the person with the folded e-mail address $2 wrote it; $5 and $6 addresses of
-- the request.
select d.title, coalesce(c.text, d.text) as text, coalesce(c.markdown, d.markdown) as markdown, coalesce(c.held, d.held) as held,
  coalesce(c.pub_date, d.pub_date) > now() - interval '30 minutes' as recent,
  d.archived and not d.held or coalesce(c.is_org_reply, false) as closed,
  $4::bigint is null and exists (
    select
    from comments o
    join posters w on w.forum_id = $1 and w.id = o.poster_id
    where o.forum_id = $1 and o.dialog_id = d.id
      and lower(normalize(w.email) collate "und-x-icu") is distinct from $2
  ) as answered,
  exists (
    select
    from blocked_senders b
    where b.forum_id = $1 and (b.email = $2 or b.address >>= $5::inet or b.address >>= $6::inet)
  ) as blocked
from dialogs d
left join comments c on c.forum_id = $1 and c.dialog_id = d.id and c.id = $4
join posters p on p.forum_id = $1 and p.id = case when $4::bigint is null then d.poster_id else c.poster_id end
where d.forum_id = $1 and d.id = $3 and lower(normalize(p.email) collate "und-x-icu") = $2
