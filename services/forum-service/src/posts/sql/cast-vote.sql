-- Votes for a dialog, with all that depends on it, or nothing: no row without such a dialog, not accepted when it is
-- archived or the sender is blocked, a violation of votes for a second vote.
with parent as (
  select d.forum_id, d.archived
  from dialogs d
  where d.forum_id = ${forumId} and d.id = ${dialogId} and (${allowArchived} or not d.held)
),
poster as (
  select p.id
  from parent t
  cross join lateral find_or_add_poster(
    t.forum_id, ${poster}, ${email}, ${foldedEmail},
    ${claimed}, ${sender}, ${hold}, ${claim}
  ) p
  where not t.archived or ${allowArchived}
),
vote as (
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name)
  select ${forumId}, ${dialogId}, ${voter}, p.id, ${name}
  from poster p
  returning dialog_id, poster_id
),
address as (
  insert into post_addresses (forum_id, dialog_id, kind, claimed, sender, poster_id)
  select ${forumId}, dialog_id, 'vote', ${claimed}::inet, ${sender}::inet, poster_id
  from vote
  returning dialog_id
),
counted as (
  update dialogs d
  set num_votes = d.num_votes + 1
  from address a
  where d.forum_id = ${forumId} and d.id = a.dialog_id
  returning d.id
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from counted
  where f.id = ${forumId}
  returning f.revision
)
select b.revision is not null as accepted, b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', ${forumId}::bigint, revision)) from bumped)
from parent
left join bumped b on true
