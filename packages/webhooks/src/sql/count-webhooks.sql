select count(*) as count from webhooks where tenant_id = $1
