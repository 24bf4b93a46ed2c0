-- Every key of a forum's table starts with the forum. To avoid deadlocks and hold shared rows briefly, locks are taken in
-- this order: posters, dialogs, tags (by folded name), search queue, topic_counts, forums.

-- Accounts and forums

create table accounts (
  id bigint generated always as identity primary key check (id < 9007199254740992),
  name text not null unique check (length(name) between 1 and 200),
  allows_metadata boolean not null default false,
  allows_keys boolean not null default false,
  -- Total size of the files in the account's forums, updated with each upload or deletion and recounted daily.
  stored_bytes bigint not null default 0,
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
  -- In display order.
  topics text[] not null default '{Q,P,S,B}'
    check (topics <@ '{Q,P,S,B}' and array_position(topics, null) is null and cardinality(topics) between 1 and 4),
  default_topic text not null check (default_topic = any (topics)),
  language text not null default 'en' check (language ~ '^[a-z]{2}$'),
  accent_color text not null default '#2456c8' check (accent_color ~ '^#[0-9a-f]{6}$'),
  -- Whether posts embed images, sound and video from other sites, or only link to them.
  foreign_images boolean not null default true,
  hold text not null default 'none' check (hold in ('none', 'links', 'new')),
  -- Where forms may redirect to; empty means anywhere.
  allowed_origins text[] not null default '{}',
  -- Incremented last in every transaction that changes what clients see.
  revision bigint not null default 1,
  created_at timestamptz not null default now()
);

create index forums_of_account on forums (account_id);

-- Extra fields a forum asks for; only editors see the values.
create table metadata_fields (
  forum_id bigint not null references forums on delete cascade,
  name text not null check (name ~ '^[a-z][a-z0-9_]{0,62}$'),
  type text not null check (type in ('integer', 'text')),
  -- The greatest value, or the greatest length in code points.
  maximum bigint not null check (maximum between 1 and 9007199254740991),
  primary key (forum_id, name)
);

-- Access

create table access_keys (
  account_id bigint not null references accounts on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  name text not null check (length(name) between 1 and 200),
  -- SHA-256 of the key, which itself is not stored. Keys are random, so no salt is needed.
  hash bytea not null check (octet_length(hash) = 32),
  created_at timestamptz not null default now(),
  -- Up to a minute behind; failing to update it never fails a request.
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (account_id, id),
  unique (account_id, hash)
);

create unique index live_access_keys on access_keys (account_id, name) where revoked_at is null;

-- Matched against the folded e-mail address of a post and both IP addresses of its request.
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

-- Random values that all instances share.
create table secrets (
  name text primary key,
  value bytea not null
);

-- Rate-limit counters shared by all instances, in the layout of rate-limiter-flexible. Unlogged: a crash resets all
-- windows. The key is the limit's name and a hash of the client.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null,
  -- End of the window in Unix milliseconds; expired rows are deleted.
  expire bigint not null
);

-- The storage settings below trigger autovacuum earlier than its default of a tenth of the table, which is too late for a
-- new forum beside large ones (docs/decisions/0039-plans-and-statistics.md).

-- A poster is an identity as claimed, since e-mail addresses are unverified; see posters/identity.ts. Each post without a
-- key has its own poster: a repeated number would confirm a guessed e-mail address.
create table posters (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- HMAC of the identity; null for a post without a key.
  identity bytea check (octet_length(identity) = 32),
  -- As posted; null when imported from an archive without addresses. Never part of an API response.
  email text check (length(email) <= 254),
  -- HMAC of e-mail address, name and sender of a post without a key, so that `hold new` recognizes earlier posters. Not
  -- unique.
  claim bytea check (octet_length(claim) = 32),
  primary key (forum_id, id),
  unique (forum_id, identity)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

create index posters_by_claim on posters (forum_id, claim) where claim is not null;

-- Orders dialogs the same at any later time. A view counts 1, a comment 50, a vote 100; ten times the attention weighs as
-- much as 100 days.
create function popularity_of(views bigint, comments integer, votes integer, pub_date timestamptz)
  returns double precision language sql immutable parallel safe
  return log(1::double precision + views + 50::double precision * comments + 100::double precision * votes)
    + extract(epoch from pub_date at time zone 'UTC')::double precision / (100 * 86400);

create sequence dialog_ids maxvalue 9007199254740991;

create table dialogs (
  forum_id bigint not null references forums on delete cascade,
  id bigint not null default nextval('dialog_ids') check (id between 1 and 9007199254740991),
  topic text collate "C" not null check (topic in ('Q', 'P', 'S', 'B')),
  title text not null check (length(title) between 1 and 200),
  text text not null check (length(text) between 1 and 20000),
  text_html text not null,
  -- Version of the renderer that produced text_html.
  renderer smallint not null,
  pub_date timestamptz not null default now(),
  -- Time of the latest comment, else the publish date.
  last_activity timestamptz not null default now(),
  num_comments integer not null default 0 check (num_comments >= 0),
  num_votes integer not null default 0 check (num_votes >= 0),
  views bigint not null default 0 check (views >= 0),
  popularity double precision not null
    generated always as (popularity_of(views, num_comments, num_votes, pub_date)) stored,
  -- Set by an editor, such as "answered".
  state text check (length(state) between 1 and 100),
  archived boolean not null default false,
  -- Archived until an editor approves it.
  held boolean not null default false check (archived or not held),
  poster_id bigint not null,
  author_name text collate "und-x-icu" not null check (length(author_name) between 1 and 100),
  work_title text check (length(work_title) between 1 and 100),
  -- Values of metadata_fields by name.
  metadata jsonb,
  -- SHA-256 of title and text with white space folded. Null for a duplicate in an imported archive.
  content_hash bytea check (octet_length(content_hash) = 32),
  title_start text collate "und-x-icu" not null generated always as (left(title, 100)) stored,
  text_start text collate "und-x-icu" not null generated always as (left(text, 100)) stored,
  primary key (forum_id, id),
  unique (forum_id, content_hash),
  -- Referenced by dialog_tags, which copies both columns to list a tag's dialogs from an index.
  unique (forum_id, id, archived, pub_date),
  foreign key (forum_id, poster_id) references posters (forum_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

-- One index per sort order. A list of one topic reads one range; several topics, or archived dialogs too, merge several.
create index dialogs_by_id on dialogs (forum_id, archived, topic, id);
create index dialogs_by_pub_date on dialogs (forum_id, archived, topic, pub_date, id);
create index dialogs_by_last_activity on dialogs (forum_id, archived, topic, last_activity, id);
create index dialogs_by_popularity on dialogs (forum_id, archived, topic, popularity, id);
create index dialogs_by_num_votes on dialogs (forum_id, archived, topic, num_votes, id);
create index dialogs_by_num_comments on dialogs (forum_id, archived, topic, num_comments, id);
create index dialogs_by_title on dialogs (forum_id, archived, topic, title_start, id);
create index dialogs_by_text on dialogs (forum_id, archived, topic, text_start, id);
create index dialogs_by_author_name on dialogs (forum_id, archived, topic, author_name, id);
create index dialogs_by_poster on dialogs (forum_id, archived, topic, poster_id, id);
-- Small, since most dialogs have no state. Also lists the states in use.
create index dialogs_by_state on dialogs (forum_id, archived, state, pub_date, id) where state is not null;
create index held_dialogs on dialogs (forum_id, pub_date, id) where held;
-- Poster ids are unique across forums. With forum_id first, a planner without statistics prefers these indexes to the
-- primary key and scans the whole forum.
create index dialogs_of_poster on dialogs (poster_id);
create index dialogs_by_renderer on dialogs (renderer);

-- Stored because counting dialogs takes longer than listing fifty.
create table topic_counts (
  forum_id bigint not null references forums on delete cascade,
  archived boolean not null,
  topic text collate "C" not null,
  dialogs integer not null check (dialogs >= 0),
  primary key (forum_id, archived, topic)
) with (fillfactor = 50);

create sequence comment_ids maxvalue 9007199254740991;

create table comments (
  forum_id bigint not null,
  id bigint not null default nextval('comment_ids') check (id between 1 and 9007199254740991),
  dialog_id bigint not null,
  text text not null check (length(text) between 1 and 20000),
  text_html text not null,
  renderer smallint not null,
  pub_date timestamptz not null default now(),
  is_org_reply boolean not null default false,
  -- Hidden and not counted until an editor approves it.
  held boolean not null default false,
  poster_id bigint not null,
  author_name text collate "und-x-icu" not null check (length(author_name) between 1 and 100),
  work_title text check (length(work_title) between 1 and 100),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

create index comments_by_pub_date on comments (forum_id, dialog_id, pub_date, id) where not held;
create index comments_by_id on comments (forum_id, dialog_id, id);
create index comments_by_poster on comments (forum_id, dialog_id, poster_id, id) where not held;
create index comments_by_author_name on comments (forum_id, dialog_id, author_name, id) where not held;
create index held_comments on comments (forum_id, pub_date, id) where held;
create index comments_of_poster on comments (poster_id);
create index comments_by_renderer on comments (renderer);

-- Rejects the same comment for a day; the daily job deletes older rows.
create table recent_comments (
  forum_id bigint not null,
  dialog_id bigint not null,
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- Read only by erasure and personal exports, so it needs no index.
  poster_id bigint,
  posted_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, content_hash),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index recent_comments_by_age on recent_comments (posted_at);

create table votes (
  forum_id bigint not null,
  dialog_id bigint not null,
  -- HMAC of the e-mail address: one vote each.
  voter bytea not null check (octet_length(voter) = 32),
  poster_id bigint not null,
  author_name text not null check (length(author_name) between 1 and 100),
  voted_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, voter),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

create index votes_of_poster on votes (poster_id);

create table tags (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- The first spelling.
  name text collate "und-x-icu" not null check (length(name) between 1 and 100),
  -- NFC and case-folded; spellings that fold to the same value are one tag.
  folded_name text collate "C" not null,
  is_public boolean not null default false,
  dialogs integer not null default 0 check (dialogs >= 0),
  primary key (forum_id, id),
  unique (forum_id, folded_name)
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

create index tags_by_name on tags (forum_id, name, id);
-- Small: few tags are public.
create index public_tags on tags (forum_id, name, id) where is_public;

create table dialog_tags (
  forum_id bigint not null,
  dialog_id bigint not null,
  tag_id bigint not null,
  archived boolean not null,
  pub_date timestamptz not null,
  primary key (forum_id, dialog_id, tag_id),
  foreign key (forum_id, dialog_id, archived, pub_date)
    references dialogs (forum_id, id, archived, pub_date) on update cascade on delete cascade,
  foreign key (forum_id, tag_id) references tags (forum_id, id) on delete cascade
) with (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);

create index dialog_tags_by_tag on dialog_tags (forum_id, tag_id, archived, pub_date, dialog_id);

-- Files posted by servers with a key. The bytes are in the file directory, under forum, token and ending.
create table files (
  forum_id bigint not null references forums on delete cascade,
  -- 132 random bits; knowing the token grants access.
  token text collate "C" not null check (token ~ '^[A-Za-z0-9_-]{22}$'),
  -- Detected from the bytes; see files/media-types.ts.
  media_type text not null,
  bytes integer not null check (bytes > 0),
  -- The client's name for it, sanitized.
  name text not null check (length(name) between 1 and 120),
  access_key_id bigint not null,
  posted_at timestamptz not null default now(),
  primary key (forum_id, token)
);

-- Moderation

create table reports (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  -- Null when the dialog itself is reported.
  comment_id bigint,
  -- HMAC of the e-mail address: one report each.
  reporter bytea not null check (octet_length(reporter) = 32),
  poster_id bigint not null,
  author_name text not null check (length(author_name) between 1 and 100),
  reason text not null check (length(reason) between 1 and 2000),
  reported_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (forum_id, id),
  unique nulls not distinct (forum_id, dialog_id, comment_id, reporter),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, comment_id) references comments (forum_id, id) on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
);

create index open_reports on reports (forum_id, id) where resolved_at is null;
create index reports_of_poster on reports (poster_id);
create index reports_of_comment on reports (forum_id, comment_id);

-- Where posts came from, for use against spam and abuse; deleted by the daily job after ninety days.
create table post_addresses (
  forum_id bigint not null,
  id bigint generated always as identity,
  dialog_id bigint not null,
  comment_id bigint,
  kind text not null check (kind in ('dialog', 'comment', 'vote', 'report')),
  -- No index, as in recent_comments.
  poster_id bigint,
  -- The address the sender claims to post for; unverified.
  claimed inet not null,
  sender inet not null,
  posted_at timestamptz not null default now(),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index post_addresses_of_dialog on post_addresses (forum_id, dialog_id);
create index post_addresses_by_age on post_addresses (posted_at);

-- Editors' actions on the command line. Kept permanently and without foreign keys, so entries outlive dialogs and forums.
-- Holds ids and what editors typed, never a poster's e-mail address, name or text, so there is nothing to erase.
create table audit_entries (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  -- The forum's slug at the time, to find the entries of a deleted forum.
  slug text not null,
  done_at timestamptz not null default now(),
  done_by text not null check (length(done_by) between 1 and 200),
  action text not null check (length(action) between 1 and 50),
  dialog_id bigint,
  comment_id bigint,
  details jsonb not null default '{}',
  primary key (forum_id, id)
);

create index audit_entries_by_slug on audit_entries (slug, id);

-- Replaces an HMAC on erasure, so that nothing is left to compare with.
create function random_hash() returns bytea language sql volatile
  return decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Import progress by file hash: the same command resumes after an interruption and does not import a file twice.
create table import_progress (
  forum_id bigint not null references forums on delete cascade,
  file_hash bytea not null check (octet_length(file_hash) = 32),
  -- Lines done, counted in the transactions that write their rows.
  lines bigint not null default 0,
  dialogs bigint not null default 0,
  comments bigint not null default 0,
  votes bigint not null default 0,
  duplicates bigint not null default 0,
  refused bigint not null default 0,
  -- The first refusals, each with its line number and reason.
  refusals jsonb not null default '[]',
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (forum_id, file_hash)
);
