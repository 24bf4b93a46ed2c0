-- With them go their comments, votes, reports and addresses.
delete from dialogs d
where d.forum_id = $1 and d.id = any($2::bigint[])
