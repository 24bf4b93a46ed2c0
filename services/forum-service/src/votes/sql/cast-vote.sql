-- A vote for a dialog, with all that comes with it or not at all: no row when there is no such dialog, no revision
-- when it is archived or the sender blocked, a violation of votes when the person has voted for it.
-- $1 to $7 see poster.sql; $8 dialog, $9 whether archived dialogs take it, $10 name, $11 voter
with parent as (
  select d.id, d.archived
  from dialogs d
  where d.forum_id = $1 and d.id = $8 and ($9 or not d.held)
),
open as (
  select
  from parent
  where not archived or $9
),
${poster:raw},
vote as (
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name)
  select $1, $8, $11, p.id, $10
  from poster p
  returning dialog_id, poster_id
),
address as (
  insert into post_addresses (forum_id, dialog_id, kind, claimed, sender, poster_id)
  select $1, dialog_id, 'vote', $5::inet, $6::inet, poster_id
  from vote
  returning dialog_id
),
counted as (
  update dialogs d
  set num_votes = d.num_votes + 1
  from address a
  where d.forum_id = $1 and d.id = a.dialog_id
  returning d.id
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from counted
  where f.id = $1
  returning f.revision
)
select b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, revision)) from bumped)
from parent
left join bumped b on true
