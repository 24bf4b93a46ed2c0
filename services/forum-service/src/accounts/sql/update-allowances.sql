-- Null leaves a column unchanged; without a difference nothing is written.
update accounts
set allows_metadata = coalesce($2, allows_metadata), allows_keys = coalesce($3, allows_keys)
where id = $1 and (allows_metadata <> $2 or allows_keys <> $3)
returning id
