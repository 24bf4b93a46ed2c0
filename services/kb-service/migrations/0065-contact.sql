-- Messages that readers write to the people behind a knowledge base, and where they go. A message is kept until its target
-- has taken it; then its content is deleted (docs/contact.md).

-- The target of each knowledge base that takes messages; the others take none.
create table contact_targets (
  knowledge_base_id bigint primary key references knowledge_bases on delete cascade,
  kind text not null check (kind in ('mail', 'zendesk', 'freshdesk', 'help-scout', 'webhook')),
  -- By the names of the fields at the desk.
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  -- A password or token, encrypted.
  credentials bytea
);

create table contact_messages (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- SHA-256 of the message and an id of its form: sent twice, it is taken once.
  digest bytea not null check (octet_length(digest) = 32),
  -- SHA-256 of the solved challenge, which lets one message in.
  proof bytea check (octet_length(proof) = 32),
  -- Stands in the message, by which it is found where it may have arrived.
  marker text not null default replace(gen_random_uuid()::text, '-', ''),
  -- Null once it has ended, as the file.
  content jsonb check (jsonb_typeof(content) = 'object'),
  file_name text,
  file_type text,
  file bytea,
  attempts integer not null default 0,
  attempted_at timestamptz,
  next_attempt_at timestamptz not null default now(),
  -- It belongs to the instance that attempts it until then: what a killed service was sending is tried again by itself.
  sending_until timestamptz,
  give_up_at timestamptz not null default now() + interval '3 days',
  -- The kind of target that may have taken it: an attempt did not end, or without an answer.
  uncertain_at text,
  -- Why the last attempt failed: the name of a text, and what the target said.
  problem text check (length(problem) between 1 and 50),
  answer text check (length(answer) between 1 and 500),
  -- The number of the ticket.
  reference text check (length(reference) between 1 and 100),
  outcome text check (outcome in ('taken', 'closed')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (knowledge_base_id, id),
  unique (knowledge_base_id, digest),
  unique (knowledge_base_id, proof),
  check (num_nulls(outcome, ended_at) in (0, 2)),
  check ((content is null) = (ended_at is not null)),
  check (file is null or ended_at is null)
);

create index contact_messages_due on contact_messages (next_attempt_at) where ended_at is null;
create index contact_messages_waiting on contact_messages (knowledge_base_id, id) where ended_at is null;
create index contact_messages_ended on contact_messages (ended_at) where ended_at is not null;

-- Guides that answered what someone was about to ask. Days are as those of guide_views.
create table contact_deflections (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  day date not null,
  times integer not null check (times > 0),
  primary key (knowledge_base_id, guide_id, day),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

-- docs/decisions/0039-plans-and-statistics.md
alter table contact_targets alter column knowledge_base_id set statistics 0;
alter table contact_messages alter column knowledge_base_id set statistics 0;
alter table contact_deflections alter column knowledge_base_id set statistics 0;
