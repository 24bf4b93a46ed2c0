-- Accepts the visible comment $3 as the answer to the dialog $2, whose state becomes $4. No row without such a comment, or
-- if nothing changes. Unless $5, it is restored: an answer that has been accepted already stays, and so does what has happened
-- since it was deleted, a new state or a question of a reader.
update dialogs d
set accepted_comment = $3,
  state = case when $5 or not s.asked and d.state is not distinct from d.former_state then $4 else d.state end,
  waiting_since = case when $5 or not s.asked and d.waiting_since = s.deleted_at then null else d.waiting_since end,
  former_state = case when $5 and d.accepted_comment is null then nullif(d.state, $4) else d.former_state end
from (
  select p.deleted_at,
    exists (
      select
      from comments c
      where c.forum_id = $1 and c.dialog_id = $2 and c.pub_date > p.deleted_at and not c.is_org_reply and not c.held
    ) as asked
  from (select max(deleted_at) as deleted_at from deleted_posts where forum_id = $1 and comment_id = $3) p
) s
where d.forum_id = $1 and d.id = $2 and d.topic in ('Q', 'P') and d.accepted_comment is distinct from $3
  and ($5 or d.accepted_comment is null)
  and exists (select from comments c where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held)
returning d.id
