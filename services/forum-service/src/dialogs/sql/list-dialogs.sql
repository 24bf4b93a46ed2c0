-- A section of the visible dialogs of some topics ($2), with the number of all and the forum's revision. Each branch is
-- read from one index in the order that was asked for; the dialogs themselves are read for this section alone.
select f.revision, total.dialogs as total, d.id, d.topic, d.title, d.text_html, d.num_comments, d.num_votes,
  d.popularity, d.state, d.archived, d.poster_id, d.author_name, d.work_title,
  to_char(d.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as pub_date,
  to_char(d.last_activity at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_activity
from forums f
cross join (
  select coalesce(sum(c.dialogs), 0)::bigint as dialogs
  from topic_counts c
  where c.forum_id = $1 and c.topic = any($2) and c.archived in (${archived:raw})
) total
left join lateral (
  select s.id, row_number() over (order by ${order:raw}) as place
  from (${branches:raw}) s
  order by ${order:raw}
  limit $4 offset $3
) section on true
left join dialogs d on d.forum_id = $1 and d.id = section.id
where f.id = $1
order by section.place
