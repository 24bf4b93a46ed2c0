-- Tenants move by logical replication (docs/decisions/0071-moving-a-tenant.md). The triggers that noted changes go with
-- the migrations of the services.

-- The subscription in the target, by which it calls the slots that it makes here.
alter table tenant_moves add column subscription oid;

-- Null while the move is under way.
alter table tenant_arrivals alter column arrived drop not null;

-- Replicated with the tenant's rows: a target that has a mark has all that was committed before it.
create table move_marks (
  move uuid not null,
  number integer not null,
  primary key (move, number)
);

-- Arguments: the id of the move, and the states in which nothing is refused. Made for the tables of a tenant while it moves,
-- and until its copy is deleted. Workers go on: what they change last is not copied.
create function refuse_change_of_moving_tenant() returns trigger language plpgsql as $$
declare
  current_state text;
begin
  select m.state into current_state from tenant_moves m where m.id = tg_argv[0]::uuid;
  if current_state <> all (string_to_array(tg_argv[1], ' ')) and current_setting('application_name') not like '% background' then
    perform refuse_change_of_tenant(current_state);
  end if;
  return null;
end $$;
