-- Comments on the dialogs $2 that may link to posts of people whom they name. Locked in order of id, as everywhere.
select c.forum_id, c.id, c.text, c.markdown
from comments c
where c.forum_id = $1 and c.dialog_id = any($2::bigint[]) and c.markdown and position('@' in c.text) > 0
order by c.id
for no key update
