-- Posts a comment and all that depends on it, or nothing: no row without such a dialog, not accepted when it is
-- archived or the sender is blocked, a violation of recent_comments when the person posted it within a day.
with parent as (
  select d.forum_id, d.archived
  from dialogs d
  where d.forum_id = ${forumId} and d.id = ${dialogId} and (${allowArchived} or not d.held)
),
poster as (
  select p.id, p.held, p.confirmed
  from parent t
  cross join lateral find_or_add_poster(
    t.forum_id, ${poster}, ${email}, case when not ${ignoresBlocks}::boolean then ${foldedEmail}::text end,
    case when not ${ignoresBlocks} then ${claimed}::inet end,
    case when not ${ignoresBlocks} then ${sender}::inet end, ${hold}, ${claim}
  ) p
  where not t.archived or ${allowArchived}
),
expired as (
  delete from recent_comments r
  using poster
  where r.forum_id = ${forumId} and r.dialog_id = ${dialogId} and r.content_hash = ${contentHash}
    and r.posted_at <= now() - interval '24 hours'
  returning 1
),
recent as (
  insert into recent_comments (forum_id, dialog_id, content_hash, poster_id)
  select ${forumId}, ${dialogId}, ${contentHash}, p.id
  from poster p
  cross join (select count(*) from expired) e
  returning dialog_id
),
-- Held comments change no counters. A comment ends a snooze, by which a dialog waits since a time to come.
noticed as (
  update dialogs d
  set num_comments = d.num_comments + 1, last_activity = greatest(d.last_activity, now()),
    waiting_since = case when not ${isOrgReply} then least(d.waiting_since, now()) end
  from poster p
  cross join recent r
  where not p.held and d.forum_id = ${forumId} and d.id = r.dialog_id
  returning d.id
),
woken as (
  update dialogs d
  set waiting_since = now()
  from poster p
  cross join recent r
  where p.held and d.forum_id = ${forumId} and d.id = r.dialog_id and d.waiting_since > now()
  returning d.id
),
comment as (
  insert into comments (forum_id, dialog_id, text, text_html, renderer, is_org_reply, held, poster_id, author_name,
    work_title, markdown, confirmed, parent_id)
  select ${forumId}, ${dialogId}, ${text}, ${html}, ${renderer}, ${isOrgReply}, p.held, p.id, ${name}, ${workTitle},
    ${markdown}, p.confirmed, (
      select a.id
      from comments a
      where a.forum_id = ${forumId} and a.dialog_id = ${dialogId} and a.id = ${answers}::bigint and not a.held
    )
  from poster p
  cross join (select count(*) from noticed) n
  cross join (select count(*) from woken) w
  returning id, held, poster_id
),
address as (
  insert into post_addresses (forum_id, dialog_id, comment_id, kind, claimed, sender, poster_id)
  select ${forumId}, ${dialogId}, id, 'comment', ${claimed}::inet, ${sender}::inet, poster_id
  from comment
  returning 1
),
-- Followers are told by a worker.
told as (
  insert into new_answers (forum_id, dialog_id, comment_id)
  select ${forumId}, ${dialogId}, id
  from comment
  where not held and exists (select from followers f where f.forum_id = ${forumId} and f.dialog_id = ${dialogId})
  returning 1
),
-- So are staff, unless it is an answer of their own.
told_staff as (
  insert into new_for_staff (forum_id, dialog_id, comment_id)
  select ${forumId}, ${dialogId}, id
  from comment
  where (held or not ${isOrgReply})
    and exists (select from staff_notices n where n.forum_id = ${forumId} and n.posts = 'at-once')
  returning 1
),
-- Each of the following depends on the one before, which fixes the lock order.
queued as (
  select queue_for_search(${forumId}, array[n.id])
  from noticed n
  cross join address a
  cross join (select count(*) from told) t
  cross join (select count(*) from told_staff) s
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from queued
  where f.id = ${forumId}
  returning f.revision
)
select c.id is not null as accepted, c.id, c.held, b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', ${forumId}::bigint, revision)) from bumped)
from parent
left join comment c on true
left join bumped b on true
