-- The dialogs of $4, best first, that are still there and in the states of $5: the index may be behind by a moment.
with found as materialized (
  select w.id, w.place
  from unnest($4::bigint[]) with ordinality as w (id, place)
  join dialogs o on o.forum_id = $1 and o.id = w.id and o.archived = any($5)
)
