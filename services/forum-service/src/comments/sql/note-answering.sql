-- Removes what the person $3 answered before, so that the table stays small.
with earlier as (
  delete from answering a
  where a.person_id = $3 and a.seen_at < now() - make_interval(secs => $4)
    and (a.forum_id, a.dialog_id) <> ($1::bigint, $2::bigint)
)
insert into answering (forum_id, dialog_id, person_id)
values ($1, $2, $3)
on conflict (forum_id, dialog_id, person_id) do update set seen_at = now()
