select f.id
from forums f
order by f.id
