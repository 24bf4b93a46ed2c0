-- How many dialogs wait for what in forum $1, each up to $2; of the first $3 new ones, how many are unanswered.
select
  (
    select count(*) from (
      select from dialogs d where d.forum_id = $1 and not d.archived and d.waiting_since <= now() limit $2
    ) n
  ) as new,
  -- Only those that have waited longest: looking for an answer in each of a thousand takes as long as the page.
  (
    select count(*) from (
      select d.id from dialogs d where d.forum_id = $1 and not d.archived and d.waiting_since <= now()
      order by d.waiting_since, d.id
      limit $3
    ) n
    where not exists (
      select from comments c where c.forum_id = $1 and c.dialog_id = n.id and c.is_org_reply and not c.held
    )
  ) as unanswered,
  (
    select least(count(distinct h.id), $2) from (
      (select d.id from dialogs d where d.forum_id = $1 and d.held and coalesce(d.waiting_since <= now(), true) limit $2)
      union all
      (
        select distinct c.dialog_id from comments c
        where c.forum_id = $1 and c.held and c.dialog_id not in (
          select d.id from dialogs d where d.forum_id = $1 and not d.archived and d.waiting_since > now()
        )
        limit $2
      )
    ) h
  ) as held,
  (
    select count(*) from (
      select distinct r.dialog_id from reports r
      where r.forum_id = $1 and r.resolved_at is null and r.dialog_id not in (
        select d.id from dialogs d where d.forum_id = $1 and not d.archived and d.waiting_since > now()
      )
      limit $2
    ) r
  ) as reported
