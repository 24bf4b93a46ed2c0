-- Whether a stem or a word form in any document begins with $2. By its place in the order: the plan of a prepared statement
-- knows no value, and without one `^@` reads all words. No word has the last character of all.
select exists (
  select from search_words w
  where w.tenant_id = $1 and w.word >= $2 and w.word < $2 || chr(1114111) and w.documents > 0
) or exists (
  select from search_words w
  where w.tenant_id = $1 and w.word >= '=' || $2 and w.word < '=' || $2 || chr(1114111) and w.documents > 0
) as found
