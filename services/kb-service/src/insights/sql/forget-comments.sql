delete from guide_comments where commented_at < $1
