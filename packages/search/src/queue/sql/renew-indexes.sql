-- What the engines say that they hold can be right for none of the indexes any more, so each is filled anew.
update search_indexes i
set ready = false, position = n.change, sending = n.change
from (select nextval('search_changes') as change) n
