select s.state
from search_index_state($1) s
