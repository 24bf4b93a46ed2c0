-- The number of documents with each word in $2, and of all documents under the empty word.
select w.word, w.documents
from search_words w
where w.tenant_id = $1 and w.word = any($2 || '{""}'::text[]) and w.documents > 0
