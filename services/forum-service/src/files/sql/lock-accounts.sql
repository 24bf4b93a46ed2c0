select id
from accounts
order by id
for no key update
