select d.id, d.topic, d.title, d.text, d.markdown, d.pub_date, d.last_activity, d.num_comments, d.num_votes, d.views, d.popularity,
  d.state, d.archived, d.held, d.waiting_since is not null as waiting, d.poster_id, d.author_name as name, d.work_title, d.confirmed, d.metadata, w.email, a.claimed, a.sender,
  (
    select coalesce(json_agg(json_build_object('name', t.name, 'is_public', t.is_public)), '[]')
    from dialog_tags x
    join tags t on t.forum_id = x.forum_id and t.id = x.tag_id
    where x.forum_id = $1 and x.dialog_id = d.id
  ) as tags
from dialogs d
join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
left join lateral (
  select o.claimed, o.sender
  from post_addresses o
  where o.forum_id = $1 and o.dialog_id = d.id and o.kind = 'dialog'
  order by o.id
  limit 1
) a on true
where d.forum_id = $1 and d.id = any($2::bigint[])
order by d.id
