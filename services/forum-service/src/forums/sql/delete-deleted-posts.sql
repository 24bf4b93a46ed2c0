delete from deleted_posts p
where p.forum_id = $1
