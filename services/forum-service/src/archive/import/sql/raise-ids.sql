-- Raises the sequence to $1 in one step, since whoever posts meanwhile would get one of the ids on the way; and by a
-- hundred at least, so that it is not lowered by what is posted between the reading and the setting of it.
select setval('${sequence:raw}', greatest($1, s.last_value + 100))
from ${sequence:raw} s
where s.last_value + s.is_called::integer <= $1
