select nextval('${sequence:raw}') as id
from generate_series(1, $1)
