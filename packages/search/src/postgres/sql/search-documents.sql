-- $2: what must be found; $3 facets, all of them; $4 facets, some of them; $5 documents to leave out; $6 whether hidden
-- ones are found. $7 to $10: words to rank by, their exact forms, what else finds them (either may be null), and their
-- worth. A page of $11 after $12, and the number of all.
-- BM25F: a word counts by how often it stands in which field, for the document's length; the second time says less than
-- the first. Titles weigh 8 times as much as text, headings 3 times; 300 different lexemes are a usual document.
with found as materialized (
  select d.id,
    (
      select sum(w.worth * n.often / (n.often + 0.25))
      from unnest($7::tsquery[], $8::tsquery[], $9::tsquery[], $10::float8[]) as w (word, form, looser, worth)
      cross join lateral (
        select (
            ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.word)
            + 0.3 * coalesce(ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.form), 0)
            + 0.2 * coalesce(ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.looser), 0)
          ) / (0.5 + 0.5 * length(d.words) / 300) as often
      ) n
    ) as score
  from (
    -- Weighing no lexeme anew changes nothing, but the vector is unpacked once and not for each use.
    select s.id, setweight(s.words, 'A', '{}') as words
    from search_matching($1, $2::tsquery, $3, $4, $5::bigint[], $6) s
    offset 0
  ) d
)
select (select count(*) from found) as total,
  array(select f.id from found f order by f.score desc, f.id limit $11 offset $12) as ids
