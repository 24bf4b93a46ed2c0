-- A dialog that waits since a time to come is snoozed: it leaves the queue until then. What an index on the time orders
-- last costs the queue nothing.

-- Dialogs that wait for editors, the longest waiting first: those of one queue (all, new, unanswered, held or reported),
-- or those that are snoozed. Each part reads an index that holds only what waits.
create or replace function waiting_dialogs(of_forum bigint, queue text, most bigint)
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
      where d.forum_id = of_forum and not d.archived and d.waiting_since <= now() and queue in ('all', 'new')
      order by d.waiting_since, d.id
      limit most
    )
    union all
    (
      select d.id, d.waiting_since
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.waiting_since <= now() and queue = 'unanswered'
        and not exists (
          select from comments c where c.forum_id = of_forum and c.dialog_id = d.id and c.is_org_reply and not c.held
        )
      order by d.waiting_since, d.id
      limit most
    )
    union all
    (
      select d.id, d.waiting_since
      from dialogs d
      where d.forum_id = of_forum and not d.archived and d.waiting_since > now() and queue = 'snoozed'
      order by d.waiting_since, d.id
      limit most
    )
    union all
    (
      select d.id, case queue when 'snoozed' then d.waiting_since else d.pub_date end
      from dialogs d
      where d.forum_id = of_forum and d.held and queue in ('all', 'held', 'snoozed')
        and (d.waiting_since is not null and d.waiting_since > now()) = (queue = 'snoozed')
      order by d.pub_date, d.id
      limit most
    )
    union all
    (
      select c.dialog_id, min(c.pub_date)
      from comments c
      where c.forum_id = of_forum and c.held and queue in ('all', 'held')
        and c.dialog_id not in (
          select d.id from dialogs d where d.forum_id = of_forum and not d.archived and d.waiting_since > now()
        )
      group by c.dialog_id
      order by min(c.pub_date), c.dialog_id
      limit most
    )
    union all
    (
      select r.dialog_id, min(r.reported_at)
      from reports r
      where r.forum_id = of_forum and r.resolved_at is null and queue in ('all', 'reported')
        and r.dialog_id not in (
          select d.id from dialogs d where d.forum_id = of_forum and not d.archived and d.waiting_since > now()
        )
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
