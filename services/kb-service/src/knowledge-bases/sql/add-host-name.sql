-- No row if a knowledge base has the name already.
insert into host_names (host, knowledge_base_id)
values ($2, $1)
on conflict (host) do nothing
returning host
