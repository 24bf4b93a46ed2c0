select id, slug
from forums
order by slug
