-- The people who work at the desk of a service. A tenant is what they belong to: a knowledge base, or a forum account.

create table staff_people (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  -- ASCII only, so that no two addresses look alike.
  email text not null check (email ~ '^[!-?A-~]+@[A-Za-z0-9.-]+$' and length(email) <= 254),
  email_folded text not null generated always as (lower(email collate "C")) stored unique,
  -- Null until the person has accepted the invitation.
  name text check (length(name) between 1 and 200),
  -- Argon2id in the PHC string format; null without a password.
  password text,
  -- Names the account to authenticators, without telling who it is.
  user_handle uuid not null unique default gen_random_uuid(),
  -- When the person was last told that someone guesses the password.
  lock_notice_at timestamptz,
  created_at timestamptz not null default now()
);

create table staff_memberships (
  tenant_id bigint not null,
  person_id bigint not null references staff_people on delete cascade,
  role text not null check (role in ('owner', 'editor', 'author')),
  invited_by text not null,
  invited_at timestamptz not null default now(),
  -- Null while only invited.
  accepted_at timestamptz,
  primary key (tenant_id, person_id)
);

create index staff_memberships_of_person on staff_memberships (person_id);

-- Links of one use. One live link for each membership; a new one replaces it.
create table staff_links (
  tenant_id bigint not null,
  person_id bigint not null,
  -- SHA-256 of the secret in the link.
  hash bytea not null unique check (length(hash) = 32),
  purpose text not null check (purpose in ('invitation', 'password', 'sign-in')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, person_id),
  foreign key (tenant_id, person_id) references staff_memberships on delete cascade
);

-- Read on each request of the desk, so that what ends one ends it on all instances at once.
create table staff_sessions (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  person_id bigint not null references staff_people on delete cascade,
  hash bytea not null unique check (length(hash) = 32),
  -- The next request gets a new secret; the one before it stays valid for a moment, for requests on their way.
  renew boolean not null default false,
  previous_hash bytea unique check (length(previous_hash) = 32),
  previous_until timestamptz,
  -- Such as `Firefox on Linux`.
  browser text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  check (num_nulls(previous_hash, previous_until) in (0, 2))
);

create index staff_sessions_of_person on staff_sessions (person_id);
create index staff_sessions_by_use on staff_sessions (last_used_at);

create table staff_passkeys (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  person_id bigint not null references staff_people on delete cascade,
  -- As base64url.
  credential_id text not null unique check (length(credential_id) <= 1364),
  -- COSE.
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 200),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);

create index staff_passkeys_of_person on staff_passkeys (person_id);

-- Who a person is to an OpenID provider.
create table staff_identities (
  issuer text not null,
  subject text not null,
  person_id bigint not null references staff_people on delete cascade,
  primary key (issuer, subject),
  unique (person_id, issuer)
);

-- What a sign-in that has begun needs at its end; used once.
create table staff_challenges (
  hash bytea primary key check (length(hash) = 32),
  purpose text not null check (purpose in ('passkey-registration', 'passkey-sign-in', 'openid')),
  person_id bigint references staff_people on delete cascade,
  details jsonb not null default '{}',
  expires_at timestamptz not null
);

create index staff_challenges_by_end on staff_challenges (expires_at);

-- People who were removed: an address of an allowed domain does not let them in again. SHA-256 of the folded address.
create table staff_departures (
  tenant_id bigint not null,
  email_hash bytea not null check (length(email_hash) = 32),
  primary key (tenant_id, email_hash)
);
