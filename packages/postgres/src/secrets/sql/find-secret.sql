select value
from secrets
where name = $1
