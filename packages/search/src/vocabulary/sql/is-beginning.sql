-- Whether any stem or word form begins with $2. A range instead of `^@`, which scans all words in a generic plan; no
-- word contains the highest code point.
select exists (
  select from search_words w
  where w.tenant_id = $1 and w.word >= $2 and w.word < $2 || chr(1114111) and w.documents > 0
) or exists (
  select from search_words w
  where w.tenant_id = $1 and w.word >= '=' || $2 and w.word < '=' || $2 || chr(1114111) and w.documents > 0
) as found
