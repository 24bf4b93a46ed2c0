select c.dialog_id, t.name, t.is_public
from dialog_tags c
join tags t on t.forum_id = c.forum_id and t.id = c.tag_id
where c.forum_id = $1 and c.dialog_id = any ($2::bigint[])
order by c.dialog_id, t.folded_name
