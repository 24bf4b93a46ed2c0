insert into accounts (name, allows_metadata, allows_keys)
values ($1, $2, $3)
returning id, name, allows_metadata, allows_keys
