-- Every name of every knowledge base: the main one, knowledge_bases.host, and others that lead to it.
create table host_names (
  host text primary key
    check (host ~ '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$' and length(host) <= 259),
  knowledge_base_id bigint not null references knowledge_bases on delete cascade
);

create index host_names_of_knowledge_base on host_names (knowledge_base_id);

-- The main name is among the names, so that no other knowledge base can have it.
create function keep_main_host() returns trigger language plpgsql as $$
begin
  insert into host_names (host, knowledge_base_id) values (new.host, new.id)
  on conflict (host) do update set knowledge_base_id = excluded.knowledge_base_id
  where host_names.knowledge_base_id = excluded.knowledge_base_id;
  if not found then
    raise unique_violation using message = 'another knowledge base has this host name';
  end if;
  return null;
end
$$;

create trigger keep_main_host after insert or update of host on knowledge_bases
  for each row execute function keep_main_host();

-- After the trigger, which waits for those who are creating one.
insert into host_names (host, knowledge_base_id)
select host, id from knowledge_bases
on conflict do nothing;

-- docs/decisions/0039-plans-and-statistics.md
alter table host_names alter column knowledge_base_id set statistics 0;
