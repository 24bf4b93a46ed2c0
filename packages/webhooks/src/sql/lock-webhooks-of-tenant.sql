-- Before their events, so that none is sent again meanwhile. $1 tenant
select id from webhooks where tenant_id = $1 order by id for no key update
