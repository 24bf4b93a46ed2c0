-- Attention outlasts news: ten times as much of it weighs as much as having been published 100 days later. Before it was five
-- days, so that a new dialog without a vote soon stood above an old one with many.
alter table dialogs drop column popularity;

-- A view counts 1, a comment 50, a vote 100. A score that orders dialogs in the same way at any later time.
create or replace function popularity_of(views bigint, comments integer, votes integer, pub_date timestamptz)
  returns double precision language sql immutable parallel safe
  return log(1::double precision + views + 50::double precision * comments + 100::double precision * votes)
    + extract(epoch from pub_date at time zone 'UTC')::double precision / (100 * 86400);

-- Every row gets its score in one pass, in whatever version of PostgreSQL.
alter table dialogs
  add column popularity double precision not null
    generated always as (popularity_of(views, num_comments, num_votes, pub_date)) stored;

create index dialogs_by_popularity on dialogs (forum_id, archived, topic, popularity, id);
