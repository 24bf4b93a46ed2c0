-- Guides that have been deleted, which can be restored for thirty days (docs/decisions/0074-deleted-posts.md). To
-- everything else in the service they are gone.
create table deleted_guides (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  guide_id bigint not null,
  slug text not null,
  title text not null,
  published boolean not null,
  -- What it is in the system that it came from.
  external text,
  -- Whether an import has made it, so that another one does not make it again.
  imported boolean not null,
  deleted_at timestamptz not null default now(),
  deleted_by text not null check (length(deleted_by) between 1 and 200),
  primary key (knowledge_base_id, guide_id)
);

create index deleted_guides_by_slug on deleted_guides (knowledge_base_id, slug);
create index deleted_guides_by_age on deleted_guides (deleted_at);

-- Their rows, as they were.
create table deleted_guide_rows (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- The table.
  kind text not null,
  id bigint generated always as identity check (id < 9007199254740992),
  -- Who is named in it, since a person may have another id in the database that a knowledge base moves to.
  person_id bigint,
  stored jsonb not null,
  primary key (knowledge_base_id, guide_id, kind, id),
  foreign key (knowledge_base_id, guide_id) references deleted_guides on delete cascade
);

-- Find what readers ask for.
create index deleted_former_slugs on deleted_guide_rows (knowledge_base_id, (stored ->> 'slug'))
  where kind = 'former_slugs';
create index deleted_addresses on deleted_guide_rows (knowledge_base_id, (stored ->> 'address'))
  where kind = 'addresses';

-- Files that they show or offer, also in drafts and former versions: kept, although no reader sees them.
create table deleted_guide_files (
  knowledge_base_id bigint not null,
  file_id bigint not null,
  guide_id bigint not null,
  primary key (knowledge_base_id, file_id, guide_id),
  foreign key (knowledge_base_id, file_id) references files (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, guide_id) references deleted_guides on delete cascade
);

create index deleted_guide_files_of_guide on deleted_guide_files (knowledge_base_id, guide_id, file_id);

-- Puts the kept rows of one table back, with `changed` columns. Columns that the table had not got yet get their default;
-- what someone else has taken meanwhile, such as a former address, stays with them.
create function restore_deleted_guide_rows(of_knowledge_base bigint, of_guide bigint, of_kind text, changed jsonb)
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
      from deleted_guide_rows r
      where r.knowledge_base_id = of_knowledge_base and r.guide_id = of_guide and r.kind = of_kind
    );
  if names is null then
    return;
  end if;
  execute format(
    'insert into %1$I (%2$s) overriding system value
     select %2$s
     from (
       select k.*
       from deleted_guide_rows r
       cross join lateral jsonb_populate_record(null::%1$I, r.stored || $4) k
       where r.knowledge_base_id = $1 and r.guide_id = $2 and r.kind = $3
       order by r.id
     ) k
     %3$s',
    of_kind, names, case when of_kind = 'guides' then '' else 'on conflict do nothing' end
  ) using of_knowledge_base, of_guide, of_kind, changed;
end $$;

-- A restored guide is no new version, and its votes are no new ones.
create or replace trigger guides_published after update on guides
  referencing old table as before_change new table as after_change
  for each statement when (current_setting('guidepost.restoring', true) is distinct from 'on')
  execute function record_versions();
create or replace trigger guide_votes_told_of after insert or update of vote on guide_votes
  for each row when (current_setting('guidepost.restoring', true) is distinct from 'on')
  execute function tell_of_vote();

-- docs/decisions/0039-plans-and-statistics.md
alter table deleted_guides alter column knowledge_base_id set statistics 0;
alter table deleted_guide_rows alter column knowledge_base_id set statistics 0;
alter table deleted_guide_files alter column knowledge_base_id set statistics 0;
