-- What people with an e-mail address have posted, for editors.
create index posters_by_email on posters (forum_id, lower(normalize(email) collate "und-x-icu")) where email is not null;

-- Archived while it was held. It has never been visible in lists, so it does not make its poster known.
alter table dialogs add column refused boolean not null default false;

-- As before, but for refused dialogs.
create or replace function find_or_add_poster(
  of_forum bigint, poster_identity bytea, posted_email text, folded_email text, claimed inet, sender inet, hold text,
  posted_claim bytea
)
  returns table (id bigint, held boolean)
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
  held := hold = 'always' or hold = 'new' and not exists (
    select
    from posters p
    where p.forum_id = of_forum and p.claim = posted_claim and (
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
