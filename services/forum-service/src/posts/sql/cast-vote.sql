-- Votes for a dialog, with all that depends on it, or nothing: no row without such a dialog, not accepted when it is
-- archived or the sender is blocked, a violation of votes for a second vote. $1 to $8 as in post-dialog.sql; $9 dialog,
-- $10 whether archived dialogs accept it, $11 name, $12 voter
with parent as (
  select d.forum_id, d.archived
  from dialogs d
  where d.forum_id = $1 and d.id = $9 and ($10 or not d.held)
),
poster as (
  select p.id
  from parent t
  cross join lateral find_or_add_poster(t.forum_id, $2, $3, $4, $5, $6, $7, $8) p
  where not t.archived or $10
),
vote as (
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name)
  select $1, $9, $12, p.id, $11
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
select b.revision is not null as accepted, b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, revision)) from bumped)
from parent
left join bumped b on true
