-- Before its deliveries, as its removal does. Changes that queue events do not wait. $1 webhook
select failing_since is not null as is_failing from webhooks where id = $1 for no key update
