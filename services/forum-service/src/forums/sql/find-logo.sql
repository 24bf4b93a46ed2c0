select media_type, digest, case when $2 then bytes end as bytes
from forum_logos
where token = $1
