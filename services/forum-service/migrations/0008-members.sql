-- People who sign in with a link that was mailed to them. Their address is confirmed; their name is what they chose. Addresses
-- that were confirmed before are of no use: each post asks again. Constraints of tables with rows are validated by 0016,
-- which lets people write meanwhile.
delete from confirmed_addresses;

alter table confirmed_addresses
  add column name text not null check (length(name) between 1 and 100);

-- Links that sign in, once, within 15 minutes.
create table member_links (
  -- SHA-256 of the token in the link.
  hash bytea primary key check (octet_length(hash) = 32),
  forum_id bigint not null references forums on delete cascade,
  -- Folded, and its HMAC.
  email text not null check (length(email) <= 254),
  person bytea not null check (octet_length(person) = 32),
  created_at timestamptz not null default now()
);

create index member_links_of_person on member_links (forum_id, person);
create index member_links_by_age on member_links (created_at);

-- Read on each request with a session's cookie, so that what ends one ends it on all instances at once.
create table member_sessions (
  forum_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  person bytea not null,
  -- SHA-256 of the cookie's secret.
  hash bytea not null unique check (octet_length(hash) = 32),
  -- Such as `Firefox on Linux`.
  browser text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (forum_id, id),
  foreign key (forum_id, person) references confirmed_addresses on delete cascade
);

create index member_sessions_of_person on member_sessions (forum_id, person);
create index member_sessions_by_use on member_sessions (last_used_at);

-- Whether the author was signed in, so that the address is theirs.
alter table dialogs add column confirmed boolean not null default false;
alter table comments add column confirmed boolean not null default false;

-- The comment that the author of a dialog accepted as the answer.
alter table dialogs
  add column accepted_comment bigint,
  add foreign key (forum_id, accepted_comment) references comments (forum_id, id)
    on delete set null (accepted_comment) not valid;

-- Authors change their own posts on the pages of the forum.
alter table audit_entries
  drop constraint audit_entries_door_check,
  add constraint audit_entries_door_check check (door in ('desk', 'api', 'cli', 'page')) not valid;

-- As before, but it tells whether the author is signed in: they have an identity like those who post with a key, and a
-- claim like those who post without. `hold new` knows them by either.
drop function find_or_add_poster;

create function find_or_add_poster(
  of_forum bigint, poster_identity bytea, posted_email text, folded_email text, claimed inet, sender inet, hold text,
  posted_claim bytea
)
  returns table (id bigint, held boolean, confirmed boolean)
  language plpgsql rows 1
  set plan_cache_mode = force_generic_plan
as $$
begin
  -- Waits for a concurrent deletion of the forum before locking anything; a foreign key then reports that it is gone.
  perform pg_advisory_xact_lock_shared(hashtextextended('guidepost posts ' || of_forum, 0));
  if exists (
    select
    from blocked_senders b
    where b.forum_id = of_forum and (b.email = folded_email or b.address >>= claimed or b.address >>= sender)
  ) then
    return;
  end if;
  if poster_identity is not null then
    select p.id into id from posters p where p.forum_id = of_forum and p.identity = poster_identity for key share;
  end if;
  if id is null then
    insert into posters as p (forum_id, identity, email, claim)
    values (of_forum, poster_identity, posted_email, posted_claim)
    -- A concurrent post added the same poster.
    on conflict (forum_id, identity) do update set identity = excluded.identity
    returning p.id into id;
  end if;
  confirmed := poster_identity is not null and posted_claim is not null;
  held := hold = 'always' or hold = 'new' and not exists (
    select
    from posters p
    where p.forum_id = of_forum and (p.claim = posted_claim or p.identity = poster_identity) and (
      exists (
        select
        from dialogs d
        where d.forum_id = of_forum and d.poster_id = p.id and not d.held and not d.refused
      )
      or exists (select from comments c where c.forum_id = of_forum and c.poster_id = p.id and not c.held)
    )
  );
  return next;
end
$$;
