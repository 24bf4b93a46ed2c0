-- The files of the person $2 that the text $3 links to.
select f.token
from files f
where f.forum_id = $1 and f.person = $2 and position('/' || f.token || '.' in $3) > 0
