select id, email, name, password, user_handle
from staff_people
where id = $1
