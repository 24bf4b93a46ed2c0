select name, type, maximum
from metadata_fields
where forum_id = $1
order by name
