-- Dialogs with all tags $4 in the states $5, starting from the rarest tag.
with wanted as materialized (
  select t.id, t.dialogs
  from tags t
  where t.forum_id = $1 and t.folded_name = any($4::text[])
), carrying as materialized (
  select x.dialog_id as id
  from (select w.id from wanted w order by w.dialogs, w.id limit 1) rarest
  join dialog_tags x on x.forum_id = $1 and x.tag_id = rarest.id and x.archived = any($5)
  where (select count(*) from wanted) = cardinality($4::text[])
    and not exists (
      select from wanted w
      where not exists (
        select from dialog_tags o where o.forum_id = $1 and o.dialog_id = x.dialog_id and o.tag_id = w.id
      )
    )
)
