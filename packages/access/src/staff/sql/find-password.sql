select id, email, name, password
from staff_people
where email_folded = lower($1 collate "C")
