select queue_for_search($1, array(select d.id from dialogs d where d.forum_id = $1)) as queued
