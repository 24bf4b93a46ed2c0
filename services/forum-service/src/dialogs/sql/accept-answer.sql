-- Accepts the visible comment $3 as the answer to the dialog $2, whose state becomes $4. No row without such a comment, or
-- if nothing changes. Unless $5, an answer that has been accepted already stays.
update dialogs d
set accepted_comment = $3, state = $4, waiting_since = null,
  former_state = case when d.accepted_comment is null then nullif(d.state, $4) else d.former_state end
where d.forum_id = $1 and d.id = $2 and d.topic in ('Q', 'P') and d.accepted_comment is distinct from $3
  and ($5 or d.accepted_comment is null)
  and exists (select from comments c where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held)
returning d.id
