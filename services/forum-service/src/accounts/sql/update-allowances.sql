-- Writes only when something differs; null leaves it as it is.
update accounts
set allows_metadata = coalesce($2, allows_metadata), allows_keys = coalesce($3, allows_keys)
where id = $1 and (allows_metadata <> $2 or allows_keys <> $3)
returning id
