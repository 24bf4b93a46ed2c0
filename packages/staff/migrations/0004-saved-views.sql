-- Filters, words and an order of a list at the desk, under a name.
create table staff_views (
  tenant_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  -- Whose it is; null for a view of all who work for the tenant.
  person_id bigint,
  -- The list that it shows.
  list text not null check (length(list) between 1 and 100),
  name text not null check (length(name) between 1 and 200),
  -- That of the list's address.
  query text not null check (length(query) between 1 and 2000),
  primary key (tenant_id, id),
  foreign key (tenant_id, person_id) references staff_memberships (tenant_id, person_id) on delete cascade,
  unique nulls not distinct (tenant_id, person_id, list, name)
);
