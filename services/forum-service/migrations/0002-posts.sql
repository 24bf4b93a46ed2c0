-- What people post. Whoever writes takes locks in this order: posters, dialogs, tags (by folded name), the queue of the
-- search index, topic_counts, forums; so nobody locks another up, and the rows that all share are held for shortest.

-- Nobody's e-mail address is proven, so a poster is an identity as it was claimed: see posters/identity.ts.
create table posters (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- An HMAC of what makes the identity.
  identity bytea not null check (octet_length(identity) = 32),
  -- As it was posted; null when an archive was imported that has none. No answer of the API holds it.
  email text check (length(email) <= 254),
  primary key (forum_id, id),
  unique (forum_id, identity)
);

-- A score that orders dialogs in the same way at any later time: ten times as much attention weighs as much as having
-- been published five days later.
create function popularity_of(views bigint, comments integer, votes integer, pub_date timestamptz)
  returns double precision language sql immutable parallel safe
  return log(1 + 0.1::double precision * views + 2 * comments + 3 * votes)
    + extract(epoch from pub_date at time zone 'UTC')::double precision / 432000;

create sequence dialog_ids maxvalue 9007199254740991;

create table dialogs (
  forum_id bigint not null references forums on delete cascade,
  id bigint not null default nextval('dialog_ids') check (id between 1 and 9007199254740991),
  topic text collate "C" not null check (topic in ('Q', 'P', 'S', 'B')),
  title text not null check (length(title) between 1 and 200),
  -- As it was posted: the source of text_html.
  text text not null check (length(text) between 1 and 20000),
  text_html text not null,
  -- Of the rendering that made text_html; see text/render-text.ts.
  renderer smallint not null,
  pub_date timestamptz not null default now(),
  -- Of the latest comment, else the publish date.
  last_activity timestamptz not null default now(),
  num_comments integer not null default 0 check (num_comments >= 0),
  num_votes integer not null default 0 check (num_votes >= 0),
  views bigint not null default 0 check (views >= 0),
  popularity double precision not null
    generated always as (popularity_of(views, num_comments, num_votes, pub_date)) stored,
  -- A mark that an editor set, such as "answered".
  state text check (length(state) between 1 and 100),
  archived boolean not null default false,
  -- Archived until an editor has seen it.
  held boolean not null default false check (archived or not held),
  poster_id bigint not null,
  -- As it was given with this post.
  author_name text collate "und-x-icu" not null check (length(author_name) between 1 and 100),
  work_title text check (length(work_title) between 1 and 100),
  -- Answers to metadata_fields, by their names.
  metadata jsonb,
  -- SHA-256 of title and text with white space folded. Null where an archive was imported that holds it twice.
  content_hash bytea check (octet_length(content_hash) = 32),
  -- What titles and texts are sorted by.
  title_start text collate "und-x-icu" not null generated always as (left(title, 100)) stored,
  text_start text collate "und-x-icu" not null generated always as (left(text, 100)) stored,
  primary key (forum_id, id),
  unique (forum_id, content_hash),
  -- For the tags, which repeat both so that their dialogs can be listed on an index.
  unique (forum_id, id, archived, pub_date),
  foreign key (forum_id, poster_id) references posters (forum_id, id)
);

-- One index for each order: with one topic it is read from one place, with several, or with archived dialogs, from
-- several that are merged.
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
-- Ids of posters are no other forum's. With the forum in front, such an index is as good as the primary key to a planner
-- that has not seen the forum yet, which then looks for what belongs to a dialog among all that the forum has.
create index dialogs_of_poster on dialogs (poster_id);
create index dialogs_by_renderer on dialogs (renderer);

-- How many dialogs there are, since counting them takes longer than listing fifty.
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
  -- Waits until an editor has seen it: in no answer, and in no counter.
  held boolean not null default false,
  poster_id bigint not null,
  author_name text collate "und-x-icu" not null check (length(author_name) between 1 and 100),
  work_title text check (length(work_title) between 1 and 100),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
);

create index comments_by_pub_date on comments (forum_id, dialog_id, pub_date, id) where not held;
create index comments_by_id on comments (forum_id, dialog_id, id);
create index comments_by_poster on comments (forum_id, dialog_id, poster_id, id) where not held;
create index comments_by_author_name on comments (forum_id, dialog_id, author_name, id) where not held;
create index comments_of_poster on comments (poster_id);
create index comments_by_renderer on comments (renderer);

-- By whom the same comment must not be posted again for a day; older rows are deleted by the daily job.
create table recent_comments (
  forum_id bigint not null,
  dialog_id bigint not null,
  -- An HMAC of e-mail address and text.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  posted_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, content_hash),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index recent_comments_by_age on recent_comments (posted_at);

create table votes (
  forum_id bigint not null,
  dialog_id bigint not null,
  -- An HMAC of the e-mail address: one vote for each.
  voter bytea not null check (octet_length(voter) = 32),
  poster_id bigint not null,
  author_name text not null check (length(author_name) between 1 and 100),
  voted_at timestamptz not null default now(),
  primary key (forum_id, dialog_id, voter),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
);

create index votes_of_poster on votes (poster_id);

create table tags (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  -- As it was spelled first.
  name text collate "und-x-icu" not null check (length(name) between 1 and 100),
  -- NFC and case-folded: what makes two spellings the same tag.
  folded_name text collate "C" not null,
  is_public boolean not null default false,
  -- Visible ones that carry it.
  dialogs integer not null default 0 check (dialogs >= 0),
  primary key (forum_id, id),
  unique (forum_id, folded_name)
);

create index tags_by_name on tags (forum_id, name, id);

create table dialog_tags (
  forum_id bigint not null,
  dialog_id bigint not null,
  tag_id bigint not null,
  -- The dialog's own.
  archived boolean not null,
  pub_date timestamptz not null,
  primary key (forum_id, dialog_id, tag_id),
  foreign key (forum_id, dialog_id, archived, pub_date)
    references dialogs (forum_id, id, archived, pub_date) on update cascade on delete cascade,
  foreign key (forum_id, tag_id) references tags (forum_id, id) on delete cascade
);

create index dialog_tags_by_tag on dialog_tags (forum_id, tag_id, archived, pub_date, dialog_id);

create table reports (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  -- Null when the dialog itself is reported.
  comment_id bigint,
  -- An HMAC of the e-mail address: each is heard once.
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

create index reports_of_poster on reports (poster_id);
create index reports_of_comment on reports (forum_id, comment_id);

-- Where posts came from, to act against spam and abuse; deleted after ninety days by the daily job.
create table post_addresses (
  forum_id bigint not null,
  id bigint generated always as identity,
  dialog_id bigint not null,
  comment_id bigint,
  kind text not null check (kind in ('dialog', 'comment', 'vote', 'report')),
  -- Whom the sender claims to post for; unproven.
  claimed inet not null,
  sender inet not null,
  posted_at timestamptz not null default now(),
  primary key (forum_id, id),
  foreign key (forum_id, dialog_id) references dialogs (forum_id, id) on delete cascade
);

create index post_addresses_of_dialog on post_addresses (forum_id, dialog_id);
create index post_addresses_by_age on post_addresses (posted_at);
