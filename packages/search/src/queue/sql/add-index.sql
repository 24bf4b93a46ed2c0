insert into search_indexes (settings, name)
values ($1, $2)
on conflict (settings) do nothing
returning id
