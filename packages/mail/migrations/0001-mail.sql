-- Mail on its way. It is written in the transaction of what causes it, so that neither comes without the other.
create table outgoing_mail (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  tenant_id bigint not null,
  -- Such as `invitation:<hash>`: nothing is mailed twice.
  cause text not null unique check (length(cause) between 1 and 200),
  -- A hash of the cause, and so the same for every attempt: mail programs drop what arrives twice.
  message_id text not null,
  -- Null once it is sent or given up: links in messages are secrets, and addresses are personal.
  recipient text,
  content jsonb,
  attempts integer not null default 0,
  -- An attempt moves it on before it begins: what a killed service was sending is tried again by itself.
  next_attempt_at timestamptz not null default now(),
  -- The end of a link in the message, which is not sent afterwards.
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  outcome text check (outcome in ('sent', 'refused', 'expired')),
  ended_at timestamptz,
  check (num_nulls(recipient, content) in (0, 2)),
  check ((ended_at is null) = (recipient is not null)),
  check (num_nulls(outcome, ended_at) in (0, 2))
);

-- What someone waits for comes first: take-due-mail.sql.
create index outgoing_mail_due on outgoing_mail ((expires_at is null), next_attempt_at) where ended_at is null;
create index outgoing_mail_ended on outgoing_mail (ended_at) where ended_at is not null;
create index outgoing_mail_of_tenant on outgoing_mail (tenant_id);

-- Part of each hash of a cause: ids differ between installations and do not tell the cause.
create table mail_salt (value uuid not null);

insert into mail_salt values (gen_random_uuid());
