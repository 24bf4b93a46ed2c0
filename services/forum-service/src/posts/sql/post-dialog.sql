-- Posts a dialog and all that depends on it, or nothing: not accepted when the sender is blocked, a violation of
-- dialogs.content_hash for a duplicate. New tags are private.
with poster as (
  select p.id, p.held, p.confirmed
  from find_or_add_poster(
    ${forumId}, ${poster}, ${email}, ${foldedEmail},
    ${claimed}, ${sender}, ${hold}, ${claim}
  ) p
),
dialog as (
  insert into dialogs (forum_id, topic, title, text, text_html, renderer, archived, held, poster_id, author_name,
    work_title, metadata, content_hash, waiting_since, markdown,
    confirmed)
  select ${forumId}, ${topic}, ${title}, ${text}, ${html}, ${renderer}, ${archived}::boolean or p.held, p.held, p.id,
    ${name}, ${workTitle}, ${metadata}::jsonb, ${contentHash}, now(), ${markdown}, p.confirmed
  from poster p
  returning id, archived, held, pub_date, poster_id
),
address as (
  insert into post_addresses (forum_id, dialog_id, kind, claimed, sender, poster_id)
  select ${forumId}, id, 'dialog', ${claimed}::inet, ${sender}::inet, poster_id
  from dialog
  returning 1
),
tag as (
  insert into tags as t (forum_id, name, folded_name, dialogs)
  select ${forumId}, n.name, n.folded, (not d.archived)::integer
  from dialog d
  cross join unnest(${tags}::text[], ${foldedTags}::text[]) as n (name, folded)
  order by n.folded collate "C"
  on conflict (forum_id, folded_name) do update set dialogs = t.dialogs + excluded.dialogs
  returning id
),
tagged as (
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date)
  select ${forumId}, d.id, t.id, d.archived, d.pub_date
  from dialog d
  cross join tag t
  returning 1
),
-- Staff are told by a worker.
told as (
  insert into new_for_staff (forum_id, dialog_id)
  select ${forumId}, d.id
  from dialog d
  where (d.held or not d.archived)
    and exists (select from staff_notices n where n.forum_id = ${forumId} and n.posts = 'at-once')
  returning 1
),
-- Each of the following depends on the one before, which fixes the lock order.
queued as (
  select queue_for_search(${forumId}, array[d.id])
  from dialog d
  cross join (select count(*) from address) a
  cross join (select count(*) from tagged) g
  cross join (select count(*) from told) t
),
counted as (
  insert into topic_counts as c (forum_id, archived, topic, dialogs)
  select ${forumId}, d.archived, ${topic}, 1
  from dialog d
  cross join queued
  on conflict (forum_id, archived, topic) do update set dialogs = c.dialogs + excluded.dialogs
  returning 1
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from counted
  where f.id = ${forumId}
  returning f.revision
)
select d.id is not null as accepted, d.id, d.held, b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', ${forumId}::bigint, revision)) from bumped)
from (select) always
left join dialog d on true
left join bumped b on true
