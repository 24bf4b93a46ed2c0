-- No row when the account does not allow it.
insert into metadata_fields (forum_id, name, type, maximum)
select f.id, $2, $3, $4
from forums f
join accounts a on a.id = f.account_id
where f.id = $1 and a.allows_metadata
returning name
