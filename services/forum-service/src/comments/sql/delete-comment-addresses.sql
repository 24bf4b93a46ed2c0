-- Addresses of authors and reporters of comments on the dialogs $2.
delete from post_addresses a
where a.forum_id = $1 and a.dialog_id = any($2::bigint[]) and a.comment_id = any($3::bigint[])
