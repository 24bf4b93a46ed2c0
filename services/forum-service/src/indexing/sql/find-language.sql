select f.language
from forums f
where f.id = $1
