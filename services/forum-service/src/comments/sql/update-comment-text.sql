update comments c
set text = $3, text_html = $4, renderer = $5
where c.forum_id = $1 and c.id = $2
