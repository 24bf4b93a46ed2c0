update webhook_events set payload = $2 where id = $1 and payload is null
