select nextval('dialog_ids') as id
from generate_series(1, $1)
