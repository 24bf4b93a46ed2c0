insert into originals (forum_id, dialog_id, comment_id, title, text, metadata, edited_by)
values ($1, $2, $3, $4, $5, $6, $7)
