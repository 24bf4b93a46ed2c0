-- In how many documents each of the words in $2 stands, and under the empty word how many there are.
select w.word, w.documents
from search_words w
where w.tenant_id = $1 and w.word = any($2 || '{""}'::text[]) and w.documents > 0
