insert into secrets (name, value)
values ($1, $2)
on conflict (name) do nothing
