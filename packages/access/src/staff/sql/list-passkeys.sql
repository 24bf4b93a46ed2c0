select id, name, created_at, last_used_at
from staff_passkeys
where person_id = $1
order by id
