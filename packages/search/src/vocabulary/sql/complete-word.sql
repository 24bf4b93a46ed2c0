-- The word forms in most documents that begin with $2, by their place in the order (as in is-beginning.sql).
select substr(w.word, 2) as form
from search_words w
where w.tenant_id = $1 and w.word >= '=' || $2 and w.word < '=' || $2 || chr(1114111) and w.documents > 0
order by w.documents desc, w.word
limit $3
