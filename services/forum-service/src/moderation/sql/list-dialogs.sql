-- $1 forum, $2 archived, $3 held, $4 since, $5 folded e-mail address, $6 address or network of the sender, $7 limit.
-- Details are read for the listed dialogs only.
with slice as materialized (
  select n.id
  from (
    (
      select d.id, d.pub_date
      from dialogs d
      where $5::text is null and d.forum_id = $1 and d.archived = $2 and d.held = $3
        and ($4::timestamptz is null or d.pub_date >= $4)
        and ($6::inet is null or d.id in (
          select a.dialog_id
          from post_addresses a
          where a.forum_id = $1 and a.kind = 'dialog' and (a.claimed <<= $6 or a.sender <<= $6)
        ))
      order by d.pub_date desc, d.id desc
      limit $7
    )
    union all
    -- Few posters share an address, so these come first.
    select d.id, d.pub_date
    from posters w
    join dialogs d on d.poster_id = w.id
    where $5::text is not null and w.forum_id = $1 and w.email is not null
      and lower(normalize(w.email) collate "und-x-icu") = $5
      and d.forum_id = $1 and d.archived = $2 and d.held = $3 and ($4::timestamptz is null or d.pub_date >= $4)
      and ($6::inet is null or d.id in (
        select a.dialog_id
        from post_addresses a
        where a.forum_id = $1 and a.kind = 'dialog' and (a.claimed <<= $6 or a.sender <<= $6)
      ))
  ) n
  order by n.pub_date desc, n.id desc
  limit $7
)
select d.id, d.topic, d.title, d.pub_date, d.last_activity, d.num_comments, d.num_votes, d.state, d.archived, d.held,
  case when d.waiting_since > now() then d.waiting_since end as snoozed_until, d.poster_id, d.author_name as name, w.email,
  (
    select count(*) from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.held
  ) as held_comments,
  (
    select count(*) from reports r where r.forum_id = $1 and r.dialog_id = d.id and r.resolved_at is null
  ) as open_reports
from slice
join dialogs d on d.forum_id = $1 and d.id = slice.id
join posters w on w.forum_id = $1 and w.id = d.poster_id
order by d.pub_date desc, d.id desc
