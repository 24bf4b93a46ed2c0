-- Comments, votes, reports and addresses cascade, and with them all references to posters; search is queued. Locked in
-- order of id, as for views, and before the search queue.
with locked as materialized (
  select d.id
  from dialogs d
  where d.forum_id = $1
  order by d.id
  for update
),
gone as (
  delete from dialogs d
  using locked l
  where d.forum_id = $1 and d.id = l.id
  returning d.id
)
select queue_for_search($1, array(select g.id from gone g)) as count
