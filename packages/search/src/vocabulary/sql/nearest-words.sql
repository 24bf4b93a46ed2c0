-- Words with the most similar spelling to $2 first.
select substr(w.word, 2) as word
from search_words w
where w.tenant_id = $1 and w.word like '=%' and w.documents > 0
  and substr(w.word, 2) % $2 and similarity(substr(w.word, 2), $2) >= 0.4
order by similarity(substr(w.word, 2), $2) desc, w.documents desc, w.word
limit 10
