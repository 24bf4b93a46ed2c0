select queue_for_search($1, $2::bigint[]) as count
