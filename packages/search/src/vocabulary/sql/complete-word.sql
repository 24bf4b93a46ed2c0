select c.form
from search_completions($1, $2) c
