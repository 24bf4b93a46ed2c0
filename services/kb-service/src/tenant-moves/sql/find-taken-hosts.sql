-- Of any knowledge base of this database.
select h.host
from host_names h
where h.host = any($1)
order by h.host
limit 1
