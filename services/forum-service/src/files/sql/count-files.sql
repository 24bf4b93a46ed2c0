select count(*)::integer as files, now() as now
from files
