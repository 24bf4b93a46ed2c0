-- Posts that staff have deleted, which can be restored for thirty days (docs/decisions/0074-deleted-posts.md). To
-- everything else in the service they are gone.
create table deleted_posts (
  forum_id bigint not null references forums on delete cascade,
  id bigint generated always as identity check (id < 9007199254740992),
  dialog_id bigint not null,
  -- Null for a dialog with everything below it.
  comment_id bigint,
  deleted_at timestamptz not null default now(),
  deleted_by text not null check (length(deleted_by) between 1 and 200),
  -- Whether the comment was the accepted answer.
  accepted boolean not null default false,
  -- Comments whose mail to followers had not been sent.
  unmailed bigint[] not null default '{}',
  primary key (forum_id, id)
);

create unique index deleted_dialogs on deleted_posts (forum_id, dialog_id) where comment_id is null;
create unique index deleted_comments on deleted_posts (forum_id, comment_id) where comment_id is not null;
create index deleted_posts_by_age on deleted_posts (deleted_at);

-- Their rows, as they were.
create table deleted_rows (
  forum_id bigint not null,
  deleted_post_id bigint not null,
  id bigint generated always as identity,
  -- The table.
  kind text not null,
  -- Keeps posters until their posts are gone for good, so that erasure finds them.
  poster_id bigint,
  stored jsonb not null,
  primary key (forum_id, deleted_post_id, kind, id),
  foreign key (forum_id, deleted_post_id) references deleted_posts on delete cascade,
  foreign key (forum_id, poster_id) references posters (forum_id, id)
);

create index deleted_rows_of_poster on deleted_rows (poster_id) where poster_id is not null;

-- Keeps rows of the posts in deleted_posts, in transactions that set guidepost.keep_deleted. Rows that expire by themselves are
-- kept only if they would not expire within thirty days.
create function keep_deleted_rows() returns trigger language plpgsql as $$
begin
  with kept as materialized (
    select g.forum_id,
      (k.stored ->> case tg_table_name when 'dialogs' then 'id' else 'dialog_id' end)::bigint as dialog_id,
      (k.stored ->> case tg_table_name when 'comments' then 'id' else 'comment_id' end)::bigint as comment_id,
      k.stored || case
        when t.id is null then '{}'
        else jsonb_build_object('name', t.name, 'folded_name', t.folded_name, 'is_public', t.is_public)
      end as stored
    from gone g
    cross join lateral (select to_jsonb(g) as stored) k
    left join tags t
      on tg_table_name = 'dialog_tags' and t.forum_id = g.forum_id and t.id = (k.stored ->> 'tag_id')::bigint
    where case tg_table_name
      when 'followers' then (k.stored ->> 'confirmed')::boolean
      when 'post_addresses' then (k.stored ->> 'posted_at')::timestamptz > now() - interval '60 days'
      else true
    end
  ),
  placed as (
    select p.id, k.forum_id, k.stored
    from kept k
    join deleted_posts p on p.forum_id = k.forum_id and p.dialog_id = k.dialog_id and p.comment_id is null
    union all
    select p.id, k.forum_id, k.stored
    from kept k
    join deleted_posts p on p.forum_id = k.forum_id and p.comment_id = k.comment_id
  )
  insert into deleted_rows (forum_id, deleted_post_id, kind, poster_id, stored)
  select p.forum_id, p.id, tg_table_name,
    case when tg_table_name in ('dialogs', 'comments', 'votes', 'reports') then (p.stored ->> 'poster_id')::bigint end, p.stored
  from placed p;
  return null;
end $$;

create trigger dialogs_kept after delete on dialogs referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger comments_kept after delete on comments referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger votes_kept after delete on votes referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger dialog_tags_kept after delete on dialog_tags referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger reports_kept after delete on reports referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger originals_kept after delete on originals referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger merged_dialogs_kept after delete on merged_dialogs referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger followers_kept after delete on followers referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();
create trigger post_addresses_kept after delete on post_addresses referencing old table as gone
  for each statement when (current_setting('guidepost.keep_deleted', true) = 'on') execute function keep_deleted_rows();

-- Puts the kept rows of one table back, with `changed` columns. Columns that the table had not got yet get their default.
create function restore_deleted_rows(of_forum bigint, deleted_post bigint, of_kind text, changed jsonb)
  returns void language plpgsql as $$
declare
  names text;
begin
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum)
  into names
  from pg_attribute a
  where a.attrelid = of_kind::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname in (
      select jsonb_object_keys(r.stored)
      from deleted_rows r
      where r.forum_id = of_forum and r.deleted_post_id = deleted_post and r.kind = of_kind
    );
  if names is null then
    return;
  end if;
  execute format(
    'with kept as materialized (
       select r.stored || $4 as stored
       from deleted_rows r
       where r.forum_id = $1 and r.deleted_post_id = $2 and r.kind = $3
       order by r.id
     )
     insert into %1$I (%2$s) overriding system value
     select %2$s
     from kept k
     cross join lateral jsonb_populate_record(null::%1$I, k.stored)',
    of_kind, names
  ) using of_forum, deleted_post, of_kind, changed;
end $$;

do $$
begin
  perform watch_tenant_table(watched, '(select f.account_id from forums f where f.id = ($1).forum_id)')
  from unnest(array['deleted_posts', 'deleted_rows']::regclass[]) watched;
end $$;
