-- Under a lock, so that no two are added at once.
select count(*) as count from webhooks where tenant_id = $1
