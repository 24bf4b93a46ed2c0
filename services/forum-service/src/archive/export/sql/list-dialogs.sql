-- Up to $3 dialogs after $2 that together have at most $4 comments and votes; always at least one.
select d.id, d.topic, d.title, d.text, d.markdown, to_char(d.pub_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as pub_date,
  d.state, d.former_state, d.accepted_comment, d.views, d.archived, d.held, d.poster_id, d.author_name, d.work_title,
  d.confirmed, d.metadata, w.email
from (
  select page.id, sum(page.replies) over (order by page.id) - page.replies as replies_before
  from (
    select i.id, i.num_comments + i.num_votes as replies
    from dialogs i
    where i.forum_id = $1 and i.id > $2
    order by i.id
    limit $3
  ) page
) sized
join dialogs d on d.forum_id = $1 and d.id = sized.id
join posters w on w.forum_id = d.forum_id and w.id = d.poster_id
where sized.replies_before < $4
order by d.id
