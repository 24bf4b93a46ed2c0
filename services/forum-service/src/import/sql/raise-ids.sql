-- Raises the sequence to $1 and never lowers it, whoever takes ids meanwhile: where it is far away, nobody comes there
-- before it is set; where it is near, ids are taken until it has passed.
select case
    when $1 - s.last_value > 10000 then setval('${sequence:raw}', $1)
    else (select max(nextval('${sequence:raw}')) from generate_series(s.last_value + s.is_called::integer, $1))
  end as last
from ${sequence:raw} s
