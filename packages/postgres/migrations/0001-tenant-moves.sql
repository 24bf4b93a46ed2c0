-- Tenants that move to another database while the service runs (docs/decisions/0071-moving-a-tenant.md).

create table tenant_moves (
  tenant_id bigint primary key,
  -- Of the move; also written to the target, in the transaction that makes the tenant live there.
  id uuid not null,
  -- The identity of the database that it moves to, so that a move that was interrupted does not end in another one.
  target text not null,
  -- Changes are noted while copying and settling; mail and webhooks wait from settling on. Read-only: changes are
  -- refused. Moved: the tenant lives elsewhere. Deleted: so does its copy here; its files in a store stay.
  state text not null check (state in ('copying', 'settling', 'read-only', 'moved', 'deleted')),
  -- The ids under which a store has its files, which stay there.
  files_of bigint[] not null default '{}',
  changed_at timestamptz not null default now()
);

-- Rows that changed since the copy began. Unlogged, since a move does not survive a crash of the server.
create unlogged table tenant_changes (
  number bigint generated always as identity primary key,
  tenant_id bigint not null,
  table_name text not null,
  -- The columns of its primary key, in order.
  key jsonb not null
);

-- Moves to this database.
create table tenant_arrivals (
  id uuid primary key,
  tenant_id bigint not null,
  -- False for one that was given up: written so that it cannot arrive any more.
  arrived boolean not null,
  written_at timestamptz not null default now()
);

-- Whether this transaction writes rows that were copied, which trigger nothing.
create function is_tenant_arriving() returns boolean language sql stable
  return coalesce(current_setting('guidepost.arriving', true), '') = 'on';

create function refuse_change_of_tenant(state text) returns void language plpgsql as $$
begin
  if state = 'moved' then
    raise exception 'the tenant has moved to another database' using errcode = 'GM421';
  end if;
  raise exception 'the tenant is moving to another database' using errcode = 'GM503';
end $$;

-- A change holds the lock until it is committed; the move takes it before changes are refused. Waiting for the move could
-- deadlock, so a change that comes then is refused as well. Workers go on: what they change last is not copied.
create function note_change_of_tenant(tenant bigint, changed_table text, changed_key jsonb)
  returns void language plpgsql
as $$
declare
  current_state text;
begin
  select m.state into current_state from tenant_moves m where m.tenant_id = tenant;
  if current_state is null or current_state = 'deleted' then
    return;
  end if;
  if current_state in ('copying', 'settling') then
    if not pg_try_advisory_xact_lock_shared(hashtextextended('guidepost move ' || tenant, 0)) then
      perform refuse_change_of_tenant(current_state);
    end if;
    select m.state into current_state from tenant_moves m where m.tenant_id = tenant;
  end if;
  if current_state in ('copying', 'settling') then
    insert into tenant_changes (tenant_id, table_name, key) values (tenant, changed_table, changed_key);
  elsif current_state in ('read-only', 'moved') and current_setting('application_name') not like '% background' then
    perform refuse_change_of_tenant(current_state);
  end if;
end $$;

-- Arguments: expressions for the tenant and the key of a row $1.
create function watch_row_of_tenant() returns trigger language plpgsql as $$
declare
  read_row text;
  tenant bigint;
  key_before jsonb;
  key_after jsonb;
begin
  if not exists (select from tenant_moves) then
    return null;
  end if;
  read_row := format('select %s, %s', tg_argv[0], tg_argv[1]);
  if tg_op <> 'INSERT' then
    execute read_row into tenant, key_before using old;
    perform note_change_of_tenant(tenant, tg_table_name, key_before);
  end if;
  if tg_op <> 'DELETE' then
    execute read_row into tenant, key_after using new;
    if key_after is distinct from key_before then
      perform note_change_of_tenant(tenant, tg_table_name, key_after);
    end if;
  end if;
  return null;
end $$;

-- Argument: an expression for the tenant of a row $1. What a tenant consists of stays the same while it moves.
create function keep_parts_of_tenant() returns trigger language plpgsql as $$
declare
  tenant bigint;
  current_state text;
begin
  if not exists (select from tenant_moves) or is_tenant_arriving() then
    return null;
  end if;
  execute format('select %s', tg_argv[0]) into tenant using coalesce(new, old);
  select m.state into current_state from tenant_moves m where m.tenant_id = tenant;
  if current_state <> 'deleted' then
    perform refuse_change_of_tenant(current_state);
  end if;
  return null;
end $$;

-- Each table with rows of a tenant is watched, or named with a reason (docs/decisions/0071-moving-a-tenant.md).
create function watch_tenant_table(watched regclass, tenant text) returns void language plpgsql as $$
declare
  row_key text;
begin
  select format('jsonb_build_array(%s)', string_agg(format('($1).%I', a.attname), ', ' order by k.place))
  into row_key
  from pg_index i
  cross join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = watched and i.indisprimary;
  execute format(
    'create trigger tenant_moves after insert or update or delete on %s
       for each row execute function watch_row_of_tenant(%L, %L)',
    watched, tenant, row_key
  );
end $$;

create function watch_parts_of_tenant(watched regclass, tenant text) returns void language plpgsql as $$
begin
  execute format(
    'create trigger tenant_moves_parts after insert or delete on %s
       for each row execute function keep_parts_of_tenant(%L)',
    watched, tenant
  );
end $$;
