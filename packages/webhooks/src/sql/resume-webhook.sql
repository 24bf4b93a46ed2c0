update webhooks set resume_at = now() where id = $1
