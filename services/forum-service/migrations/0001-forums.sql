-- Whose forums there are, what they are like, and who may do more than everybody.

create table accounts (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  name text not null unique check (length(name) between 1 and 200),
  -- What the customer's contract allows.
  allows_metadata boolean not null default false,
  allows_keys boolean not null default false,
  created_at timestamptz not null default now()
);

create table forums (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  account_id bigint not null references accounts,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  name text not null check (length(name) between 1 and 200),
  formal_name text not null check (length(formal_name) between 1 and 200),
  intro_message text not null default '' check (length(intro_message) <= 2000),
  status_message text not null default '' check (length(status_message) <= 2000),
  status_url text not null default '' check (length(status_url) <= 2000),
  popup_header text not null default '' check (length(popup_header) <= 200),
  thankyou_message text not null default '' check (length(thankyou_message) <= 2000),
  -- In the order in which they are offered.
  topics text[] not null default '{Q,P,S,B}'
    check (topics <@ '{Q,P,S,B}' and array_position(topics, null) is null and cardinality(topics) between 1 and 4),
  default_topic text not null check (default_topic = any (topics)),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  -- Which posts wait until an editor has seen them.
  hold text not null default 'none' check (hold in ('none', 'links', 'new')),
  -- Where forms may lead back to; anywhere while there are none.
  allowed_origins text[] not null default '{}',
  -- Counts the committed changes to what clients see; raised last in each transaction that makes one.
  revision bigint not null default 1,
  created_at timestamptz not null default now()
);

create index forums_of_account on forums (account_id);

create table access_keys (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the key, which is kept nowhere else. It is random, so there is nothing to guess or to salt.
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  -- Late by up to a minute, and never worth a failed request.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  unique (account_id, hash)
);

create unique index live_access_keys on access_keys (account_id, name) where revoked_at is null;

-- What a forum asks for besides the usual; only editors see the answers.
create table metadata_fields (
  forum_id bigint not null references forums on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  type text not null check (type in ('integer', 'text')),
  -- The greatest value, or the greatest length in code points.
  maximum bigint not null check (maximum between 1 and 9007199254740991),
  primary key (forum_id, name)
);

-- Who may not post. The comparison is with the e-mail address folded, and with both addresses of a request.
create table blocked_senders (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  email text check (length(email) <= 254),
  address cidr,
  blocked_at timestamptz not null default now(),
  primary key (forum_id, id),
  check (num_nonnulls(email, address) = 1),
  unique nulls not distinct (forum_id, email, address)
);

-- What all instances must agree on and nobody has set.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Requests counted against limits that all instances share; the columns are rate-limiter-flexible's. Not logged: after
-- a crash all windows begin anew. The key is the limit's name and a hash of whoever is counted.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- The end of the window in milliseconds of Unix time; the row counts nothing after it and is soon deleted.
  expire bigint not null
);
