-- Finds the comment $3 in the dialog $2 helpful, once for each voter $4: no row without such a comment, not accepted
-- when its dialog is archived, the member with the folded e-mail address $6 wrote it or the sender ($7, $8) is blocked.
-- $5 the network of a guest.
with parent as (
  select c.dialog_id, c.id,
    not d.archived
    and ($6::text is null or lower(normalize(w.email) collate "und-x-icu") is distinct from $6)
    and not exists (
      select
      from blocked_senders b
      where b.forum_id = $1 and (b.email = $6 or b.address >>= $7::inet or b.address >>= $8::inet)
    ) as accepted
  from comments c
  join dialogs d on d.forum_id = $1 and d.id = c.dialog_id and not d.held
  join posters w on w.forum_id = $1 and w.id = c.poster_id
  where c.forum_id = $1 and c.dialog_id = $2 and c.id = $3 and not c.held
),
vote as (
  insert into helpful_votes (forum_id, dialog_id, comment_id, voter, network)
  select $1, p.dialog_id, p.id, $4, $5
  from parent p
  where p.accepted
  on conflict do nothing
  returning comment_id
),
bumped as (
  update forums f
  set revision = f.revision + 1
  from vote
  where f.id = $1
  returning f.revision
)
select p.accepted, b.revision,
  (select pg_notify('guidepost', concat_ws(':', 'forum', $1::bigint, revision)) from bumped)
from parent p
left join bumped b on true
