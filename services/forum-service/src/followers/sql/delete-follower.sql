delete from followers
where forum_id = $1 and id = $2
