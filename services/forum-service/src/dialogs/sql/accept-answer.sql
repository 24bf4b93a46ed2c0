-- Accepts the visible comment $3 as the answer to the dialog $2, whose state becomes $4; null withdraws that. No row
-- without such a comment, or if nothing changes.
update dialogs d
set accepted_comment = $3::bigint,
  state = case when $3 is not null then $4 when d.state = $4 then null else d.state end,
  waiting_since = case when $3 is null then d.waiting_since end
where d.forum_id = $1 and d.id = $2 and d.topic in ('Q', 'P') and d.accepted_comment is distinct from $3
  and ($3 is null or exists (
    select from comments c where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held
  ))
returning d.id
