-- What waits is written again; what has ended only if it is sent again. Locks as the writer of payloads does, so that none
-- is written from what was read before. $1 tenant
update webhook_events e
set payload = null,
  write_at = case
    when exists (select from webhook_deliveries d where d.event_id = e.id and d.ended_at is null) then now()
    else 'infinity'
  end
where e.tenant_id = $1 and (e.payload is not null or e.write_at < 'infinity')
