delete from forum_logos
where forum_id = $1
