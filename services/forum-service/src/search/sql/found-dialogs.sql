-- The dialogs $4, best first, that still exist in the states $5: the index may lag.
with found as materialized (
  select w.id, w.place
  from unnest($4::bigint[]) with ordinality as w (id, place)
  join dialogs o on o.forum_id = $1 and o.id = w.id and o.archived = any($5)
)
