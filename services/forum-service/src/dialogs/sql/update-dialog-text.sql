update dialogs d
set title = $3, text = $4, text_html = $5, renderer = $6, content_hash = $7
where d.forum_id = $1 and d.id = $2
