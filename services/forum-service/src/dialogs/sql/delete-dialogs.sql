-- Comments, votes, reports and addresses cascade.
delete from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[])
