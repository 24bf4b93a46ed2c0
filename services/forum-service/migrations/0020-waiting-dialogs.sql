-- What the queue lists, in a function of its own, whose plan is kept: planning these parts took longer than reading them.

-- Dialogs that wait for editors, the longest waiting first: those of one queue (all, new, unanswered, held or reported).
-- Each part reads an index that holds only what waits.
create function waiting_dialogs(of_forum bigint, queue text, most bigint)
  returns table (id bigint, since timestamptz)
  language plpgsql stable rows 50
  set plan_cache_mode = force_generic_plan
as $$
begin
  return query
  select w.dialog_id, min(w.waiting_since)
  from (
    (
      select d.id as dialog_id, d.waiting_since
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.waiting_since is not null and queue in ('all', 'new')
      order by d.waiting_since, d.id
      limit most
    )
    union all
    (
      select d.id, d.waiting_since
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.waiting_since is not null and queue = 'unanswered'
        and not exists (
          select from comments c where c.forum_id = of_forum and c.dialog_id = d.id and c.is_org_reply and not c.held
        )
      order by d.waiting_since, d.id
      limit most
    )
    union all
    (
      select d.id, d.pub_date
      from dialogs d
      where d.forum_id = of_forum and d.held and queue in ('all', 'held')
      order by d.pub_date, d.id
      limit most
    )
    union all
    (
      select c.dialog_id, min(c.pub_date)
      from comments c
      where c.forum_id = of_forum and c.held and queue in ('all', 'held')
      group by c.dialog_id
      order by min(c.pub_date), c.dialog_id
      limit most
    )
    union all
    (
      select r.dialog_id, min(r.reported_at)
      from reports r
      where r.forum_id = of_forum and r.resolved_at is null and queue in ('all', 'reported')
      group by r.dialog_id
      order by min(r.reported_at), r.dialog_id
      limit most
    )
  ) w
  group by w.dialog_id
  order by min(w.waiting_since), w.dialog_id
  limit most;
end
$$;
