select id
from staff_people
where id = $1
for update
