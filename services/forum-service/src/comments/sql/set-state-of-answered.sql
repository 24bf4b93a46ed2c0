update dialogs set state = $3 where forum_id = $1 and id = $2
