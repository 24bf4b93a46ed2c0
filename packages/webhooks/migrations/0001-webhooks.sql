-- Webhooks: where a tenant has changes sent, the events to be sent, and what became of them. Events are written in the
-- transaction of the change, so that neither comes without the other.

create table webhooks (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  tenant_id bigint not null,
  url text not null check (length(url) between 1 and 2000),
  -- Null for all.
  event_types text[] check (cardinality(event_types) > 0),
  -- Signs what is sent, so it cannot be hashed.
  secret text not null,
  -- Signs, too, until then: receivers change to the new one meanwhile.
  previous_secret text,
  previous_until timestamptz,
  created_by text not null check (length(created_by) between 1 and 200),
  created_at timestamptz not null default now(),
  -- Since when the receiver has not answered, or only to say that it is not available; null while it does.
  failing_since timestamptz,
  -- Nothing is sent before.
  resume_at timestamptz not null default now(),
  -- When the receiver answered with 410, by which it wants no more.
  ended_at timestamptz,
  check (num_nulls(previous_secret, previous_until) in (0, 2)),
  unique (tenant_id, url)
);

create table webhook_events (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  -- The same for every attempt, so that receivers can drop what arrives twice.
  message_id uuid not null default gen_random_uuid(),
  tenant_id bigint not null,
  -- `guide.published`
  type text not null check (length(type) between 1 and 50),
  -- Events of the same subject are delivered in order: `guides/12`.
  subject text not null check (length(subject) between 1 and 200),
  -- The record that changed. It may be part of the subject.
  record text not null check (length(record) between 1 and 200),
  -- What is known without reading the record, which may be gone.
  about jsonb not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  -- An attempt to write the payload moves it on. Infinity for a payload that was deleted, until it is sent again.
  write_at timestamptz not null default now(),
  -- What is sent, the same bytes each time; null until a worker has written it, and when it was deleted.
  payload text,
  -- Several statements of a transaction may change a record.
  unique (transaction_id, record, type)
);

create index webhook_events_to_write on webhook_events (write_at, id) where payload is null;
create index webhook_events_of_tenant on webhook_events (tenant_id);
create index webhook_events_by_age on webhook_events (created_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  webhook_id bigint not null references webhooks on delete cascade,
  event_id bigint not null references webhook_events on delete cascade,
  -- As in the event.
  subject text not null,
  attempts integer not null default 0,
  -- Of this event, not of the receiver: each doubles the pause before the next attempt.
  failures integer not null default 0,
  -- An attempt moves it on before it begins: what a killed service was sending is tried again by itself.
  next_attempt_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '3 days',
  -- As a test, or again after later ones: the first attempt goes before others, and it holds up none of them.
  sent_by_hand boolean not null default false,
  outcome text check (outcome in ('delivered', 'set-aside')),
  ended_at timestamptz,
  check (num_nulls(outcome, ended_at) in (0, 2)),
  unique (webhook_id, event_id)
);

create index webhook_deliveries_due
  on webhook_deliveries (webhook_id, (sent_by_hand and failures = 0) desc, next_attempt_at, event_id)
  where ended_at is null;
create index webhook_deliveries_in_order on webhook_deliveries (webhook_id, subject, event_id) where ended_at is null;
create index webhook_deliveries_of_event on webhook_deliveries (event_id);
create index webhook_deliveries_log on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_set_aside on webhook_deliveries (webhook_id) where outcome = 'set-aside';

-- The log.
create table webhook_attempts (
  delivery_id bigint not null references webhook_deliveries on delete cascade,
  number integer not null,
  attempted_at timestamptz not null,
  milliseconds integer not null,
  -- Of the answer; null without one.
  status integer,
  -- Its beginning.
  answer text,
  -- Why there is no answer, or why it does not count.
  error text check (length(error) <= 200),
  primary key (delivery_id, number)
);

-- Whether the changes of the transaction are sent to webhooks: not after `set local guidepost.webhooks = 'off'`.
create function webhooks_are_on() returns boolean language sql stable
  return coalesce(current_setting('guidepost.webhooks', true), '') <> 'off';

-- Queues an event for each webhook of the tenant that wants it; most tenants have none. Called by triggers, because no
-- way to change something may forget it.
create function queue_webhook_event(
  tenant bigint, event_type text, event_subject text, event_record text, event_about jsonb
)
  returns void language plpgsql
as $$
declare
  receivers bigint[];
  event bigint;
begin
  if not webhooks_are_on() then
    return;
  end if;
  -- Without those that are being removed: the change would wait for the removal, then fail.
  receivers := array(
    select w.id
    from webhooks w
    where w.tenant_id = tenant and w.ended_at is null
      and (w.event_types is null or event_type = any (w.event_types))
    for key share skip locked
  );
  -- Another event of the transaction already shows the update.
  if event_type like '%.updated' then
    receivers := array(
      select unnest(receivers)
      except
      select d.webhook_id
      from webhook_events e
      join webhook_deliveries d on d.event_id = e.id
      where e.transaction_id = pg_current_xact_id() and e.record = event_record
    );
  end if;
  if cardinality(receivers) = 0 then
    return;
  end if;
  if event_type not like '%.updated' then
    delete from webhook_deliveries d
    using webhook_events e
    where e.transaction_id = pg_current_xact_id() and e.record = event_record and e.type like '%.updated'
      and d.event_id = e.id and d.webhook_id = any (receivers);
    delete from webhook_events e
    where e.transaction_id = pg_current_xact_id() and e.record = event_record and e.type like '%.updated'
      and not exists (select from webhook_deliveries d where d.event_id = e.id);
  end if;
  insert into webhook_events (tenant_id, type, subject, record, about)
  values (tenant, event_type, event_subject, event_record, event_about)
  on conflict (transaction_id, record, type) do nothing
  returning id into event;
  insert into webhook_deliveries (webhook_id, event_id, subject)
  select receiver, event, event_subject
  from unnest(receivers) receiver
  where event is not null;
end
$$;
