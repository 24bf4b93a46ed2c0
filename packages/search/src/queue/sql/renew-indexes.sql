-- Invalidates every engine's checkpoint, so that all indexes are rebuilt.
update search_indexes i
set ready = false, position = n.change, sending = n.change
from (select nextval('search_changes') as change) n
