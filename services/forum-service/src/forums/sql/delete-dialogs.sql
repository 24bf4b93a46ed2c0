-- With them go their comments, votes, reports and addresses: all that refers to posters.
delete from dialogs
where forum_id = $1
