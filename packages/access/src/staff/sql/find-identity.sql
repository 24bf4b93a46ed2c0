select p.id, p.email, p.name
from staff_identities i
join staff_people p on p.id = i.person_id
where i.issuer = $1 and i.subject = $2
