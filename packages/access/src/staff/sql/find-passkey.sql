select k.id, k.person_id, k.public_key, k.counter, k.transports, p.user_handle
from staff_passkeys k
join staff_people p on p.id = k.person_id
where k.credential_id = $1
