-- Undoes that a comment was accepted as the answer to the dialogs $2 that have the state $3 or such a comment. They wait for
-- editors again unless there is an official reply. $4 comments that are about to be deleted; if it is not null, only dialogs
-- whose answer is among them, which keep the state before in case it is restored.
update dialogs d
set accepted_comment = null, former_state = case when $4::bigint[] is not null then d.former_state end,
  state = case when d.state = $3 then d.former_state else d.state end,
  waiting_since = case
    when exists (
      select
      from comments c
      where c.forum_id = $1 and c.dialog_id = d.id and c.is_org_reply and not c.held
        and ($4::bigint[] is null or c.id <> all ($4))
    ) then d.waiting_since
    else coalesce(d.waiting_since, now())
  end
where d.forum_id = $1 and d.id = any ($2::bigint[]) and d.topic in ('Q', 'P')
  and case when $4::bigint[] is null then d.accepted_comment is not null or d.state = $3 else d.accepted_comment = any ($4) end
returning d.id
