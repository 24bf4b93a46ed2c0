-- News of forum $1 for the person with the folded e-mail address $2: new from $3 to before $4, in all, and at most $7
-- dialogs with something new. $5 whether posts count, $6 whether reports do. Each part reads an index that holds only
-- what waits.
with post as (
  select d.id as dialog_id, d.pub_date as at, d.poster_id
  from dialogs d
  where $5 and d.forum_id = $1 and not d.archived and d.waiting_since < $4::timestamptz
    and d.pub_date >= $3::timestamptz and d.pub_date < $4::timestamptz
  union all
  select d.id, d.pub_date, d.poster_id
  from dialogs d
  where $5 and d.forum_id = $1 and d.held and d.pub_date >= $3 and d.pub_date < $4
  union all
  select c.dialog_id, c.pub_date, c.poster_id
  from dialogs d
  join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id
  where $5 and d.forum_id = $1 and not d.archived and d.waiting_since < $4::timestamptz
    and not c.held and not c.is_org_reply and c.pub_date >= $3 and c.pub_date < $4
  union all
  select c.dialog_id, c.pub_date, c.poster_id
  from comments c
  where $5 and c.forum_id = $1 and c.held and c.pub_date >= $3 and c.pub_date < $4
),
report as (
  select r.dialog_id, r.reported_at as at, r.poster_id
  from reports r
  where $6 and r.forum_id = $1 and r.resolved_at is null and r.reported_at < $4
),
new_post as (
  select n.dialog_id, n.at
  from post n
  join posters p on p.forum_id = $1 and p.id = n.poster_id
  where lower(normalize(p.email) collate "und-x-icu") is distinct from $2
),
new_report as (
  select n.dialog_id, n.at
  from report n
  join posters p on p.forum_id = $1 and p.id = n.poster_id
  where n.at >= $3 and lower(normalize(p.email) collate "und-x-icu") is distinct from $2
),
listed as (
  select d.id, d.title, min(n.at) as since
  from (table new_post union all table new_report) n
  join dialogs d on d.forum_id = $1 and d.id = n.dialog_id
  group by d.id, d.title
  order by min(n.at), d.id
  limit $7
)
select (select count(*) from new_post) as posts, (select count(*) from new_report) as reports,
  (select count(*) from report) as open_reports,
  (
    select count(*) from (
      select d.id
      from dialogs d
      where $5 and d.forum_id = $1 and not d.archived and d.waiting_since < $4::timestamptz - interval '1 day'
      union
      select d.id from dialogs d
      where $5 and d.forum_id = $1 and d.held and d.pub_date < $4::timestamptz - interval '1 day'
      union
      select c.dialog_id
      from comments c
      where $5 and c.forum_id = $1 and c.held and c.pub_date < $4::timestamptz - interval '1 day'
    ) w
  ) as waiting_long,
  coalesce(
    (select json_agg(json_build_object('id', l.id, 'title', l.title) order by l.since, l.id) from listed l), '[]'
  ) as dialogs
