select f.id, f.slug
from forums f
order by f.slug
