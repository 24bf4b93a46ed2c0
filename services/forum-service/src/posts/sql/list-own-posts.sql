-- Posts of the person with the folded e-mail address $2, the newest first: $4 posts after the first $3, each with $5
-- characters of its text. People who are blocked, also where they read from ($6 and $7), can change none.
with mine as materialized (
  select p.id
  from posters p
  where p.forum_id = $1 and lower(normalize(p.email) collate "und-x-icu") = $2
),
written as materialized (
  select d.id as dialog_id, null::bigint as comment_id, d.pub_date
  from dialogs d
  where d.forum_id = $1 and d.poster_id in (select id from mine)
  union all
  select c.dialog_id, c.id, c.pub_date
  from comments c
  where c.forum_id = $1 and c.poster_id in (select id from mine)
)
select (select count(*) from written) as total, w.dialog_id, w.comment_id, d.title, d.topic, d.state,
  left(coalesce(c.text, d.text), $5) as text, coalesce(c.markdown, d.markdown) as markdown, w.pub_date, d.num_comments,
  d.num_votes, coalesce(c.held, d.held) as held,
  changes.allowed as changeable,
  case when changes.allowed and w.comment_id is null then not exists (
    select
    from comments o
    where o.forum_id = $1 and o.dialog_id = w.dialog_id and o.poster_id not in (select id from mine)
  ) else changes.allowed end as deletable
from (
  select *
  from written
  order by pub_date desc, comment_id desc nulls last, dialog_id desc
  limit $4 offset $3
) w
join dialogs d on d.forum_id = $1 and d.id = w.dialog_id
left join comments c on c.forum_id = $1 and c.id = w.comment_id
cross join lateral (
  select w.pub_date > now() - interval '30 minutes' and (d.held or not d.archived)
    and not coalesce(c.is_org_reply, false) and not exists (
      select
      from blocked_senders b
      where b.forum_id = $1 and (b.email = $2 or b.address >>= $6::inet or b.address >>= $7::inet)
    ) as allowed
) changes
order by w.pub_date desc, w.comment_id desc nulls last, w.dialog_id desc
