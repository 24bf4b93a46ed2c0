-- What can be reported: the comment $3 of the dialog $2, or where $3 is null the dialog itself; no row where it waits for an
-- editor.
select d.id, d.title, coalesce(c.author_name, d.author_name) as author_name,
  left(coalesce(c.text, d.text), 1000) as text
from dialogs d
left join comments c on c.forum_id = d.forum_id and c.dialog_id = d.id and c.id = $3 and not c.held
where d.forum_id = $1 and d.id = $2 and not d.held and ($3::bigint is null or c.id is not null)
