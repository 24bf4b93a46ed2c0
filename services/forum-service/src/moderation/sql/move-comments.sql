update comments c
set dialog_id = $3
where c.forum_id = $1 and c.dialog_id = $2 and c.id <> $4
