select credential_id as id, transports
from staff_passkeys
where person_id = $1
order by staff_passkeys.id
