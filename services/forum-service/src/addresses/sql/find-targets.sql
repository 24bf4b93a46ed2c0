-- The things that names of targets stand for: $2 IDs of dialogs, also of those that were merged into others, $3 IDs of
-- comments, $4 folded names of tags, $5 other addresses. Those that count come first.
select n.kind, n.name, n.dialog_id, n.comment_id, n.tag, n.page, n.url, n.fragment
from (
  select 1 as rank, 'dialog' as kind, d.id::text as name, d.id as dialog_id, null::bigint as comment_id, null as tag,
    null as page, null as url, null as fragment
  from dialogs d
  where d.forum_id = $1 and d.id = any($2::bigint[])
  union all
  select 2, 'dialog', m.id::text, m.dialog_id, null, null, null, null, null
  from merged_dialogs m
  where m.forum_id = $1 and m.id = any($2::bigint[])
  union all
  select 1, 'comment', c.id::text, c.dialog_id, c.id, null, null, null, null
  from comments c
  where c.forum_id = $1 and c.id = any($3::bigint[])
  union all
  select 1, 'tag', t.folded_name, null, null, t.folded_name, null, null, null
  from tags t
  where t.forum_id = $1 and t.folded_name = any($4::text[])
  union all
  select 1, 'address', a.address, a.dialog_id, a.comment_id, a.tag, a.page, a.url, a.fragment
  from addresses a
  where a.forum_id = $1 and a.address = any($5::text[])
) n
order by n.rank, n.kind, n.name
