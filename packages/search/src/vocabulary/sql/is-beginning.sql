-- Whether a stem or a word form in any document begins with $2.
select exists (
  select from search_words w
  where w.tenant_id = $1 and (w.word ^@ $2 or w.word ^@ ('=' || $2)) and w.documents > 0
) as found
