-- Reports a visible dialog or comment and all that depends on it, or nothing: no row without such a post, not accepted
-- when the sender is blocked, a violation of reports when the person already reported it. Either the dialog or the
-- comment is null.
with parent as (
  select d.forum_id, d.id as dialog_id, null::bigint as comment_id
  from dialogs d
  where d.forum_id = ${forumId} and d.id = ${dialogId} and not d.held
  union all
  select c.forum_id, c.dialog_id, c.id
  from comments c
  join dialogs d on d.forum_id = c.forum_id and d.id = c.dialog_id
  where c.forum_id = ${forumId} and c.id = ${commentId} and not c.held and not d.held
),
poster as (
  select p.id
  from parent t
  cross join lateral find_or_add_poster(
    t.forum_id, ${poster}, ${email}, ${foldedEmail},
    ${claimed}, ${sender}, ${hold}, ${claim}
  ) p
),
report as (
  insert into reports (forum_id, dialog_id, comment_id, reporter, poster_id, author_name, reason)
  select ${forumId}, t.dialog_id, t.comment_id, ${person}, p.id, ${name}, ${reason}
  from poster p
  cross join parent t
  returning id, dialog_id, comment_id, poster_id
),
-- A report ends a snooze.
woken as (
  update dialogs d
  set waiting_since = now()
  from report r
  where d.forum_id = ${forumId} and d.id = r.dialog_id and d.waiting_since > now()
),
-- Staff are told by a worker.
told as (
  insert into new_for_staff (forum_id, dialog_id, comment_id, report_id)
  select ${forumId}, dialog_id, comment_id, id
  from report
  where exists (select from staff_notices n where n.forum_id = ${forumId} and n.reports = 'at-once')
),
address as (
  insert into post_addresses (forum_id, dialog_id, comment_id, kind, claimed, sender, poster_id)
  select ${forumId}, dialog_id, comment_id, 'report', ${claimed}::inet, ${sender}::inet, poster_id
  from report
)
select r.dialog_id is not null as accepted, r.dialog_id
from parent
left join report r on true
