-- The dialogs $2 in which a post was sent or edited, or that staff changed, after $3. Of the history the newest entries are
-- enough: a page that is open for longer than they go back is old.
select d.id, d.title
from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[]) and (
  d.pub_date > $3
  or exists (select from comments c where c.forum_id = $1 and c.dialog_id = d.id and c.pub_date > $3)
  or exists (select from originals o where o.forum_id = $1 and o.dialog_id = d.id and o.edited_at > $3)
  or d.id in (
    select a.dialog_id
    from (select * from audit_entries a where a.forum_id = $1 order by a.id desc limit 1000) a
    where a.done_at > $3 and a.dialog_id is not null
  )
)
order by d.id
