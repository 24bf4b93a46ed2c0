-- The visible author of the dialog $2 and those of its $4 latest visible comments, or of those before comment $3, the
-- oldest first.
select d.author_name as name, null::bigint as comment_id
from dialogs d
where d.forum_id = $1 and d.id = $2 and not d.held
union all
(
  select latest.name, latest.id
  from (
    select c.author_name as name, c.id
    from comments c
    where c.forum_id = $1 and c.dialog_id = $2 and not c.held and ($3::bigint is null or c.id < $3)
    order by c.id desc
    limit $4
  ) latest
  order by latest.id
)
