-- $2: what must be found; $3 facets, all of them; $4 facets, some of them; $5 documents to leave out; $6 whether hidden
-- ones are found. $7 to $11: words to rank by, their exact forms, what else finds them (either may be null), where that
-- holds a sequence any word of it, and their worth. $12 to $14: words of the query that follow each other, and the worth
-- of that. A page of $15 after $16, and the number of all.
-- BM25F: a word counts by how often it stands in which field, for the document's length; the second time says less than
-- the first. Titles weigh 8 times as much as text, headings 3 times; 300 different lexemes are a usual document.
-- Ranking by a sequence takes as many steps as the square of the places of its words, so it is done for up to 192 places.
-- In documents with more of them, two words follow each other as often as the rarer one stands there, if they ever do,
-- and the parts of an identifier once.
with found as materialized (
  select d.id,
    (
      select sum(w.worth * n.often / (n.often + 0.25))
      from unnest($7::tsquery[], $8::tsquery[], $9::tsquery[], $10::tsquery[], $11::float8[])
        as w (word, form, looser, parts, worth)
      cross join lateral (
        select (
            ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.word)
            + 0.3 * coalesce(ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.form), 0)
            + 0.2 * coalesce(
              case
                when ts_rank_cd('{1, 1, 1, 1}', d.words, w.parts) > 192 then 0.125 * (d.words @@ w.looser)::integer
                else ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, w.looser)
              end,
              0
            )
          ) / d.length as often
      ) n
    ) + (
      select $14::float8 * coalesce(sum(n.often / (n.often + 0.25)), 0)
      from unnest($12::tsquery[], $13::tsquery[]) as p (first, second)
      cross join lateral (
        select case
            when not d.words @@ (p.first <-> p.second) then 0
            when ts_rank_cd('{1, 1, 1, 1}', d.words, p.first || p.second) <= 192 then
              ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, p.first <-> p.second)
            else
              least(
                ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, p.first),
                ts_rank_cd('{0.06, 0.125, 0.375, 1}', d.words, p.second)
              )
          end / d.length as often
      ) n
    ) as score
  from (
    -- Weighing no lexeme anew changes nothing, but the vector is unpacked once and not for each use.
    select m.id, m.words, 0.5 + 0.5 * length(m.words) / 300 as length
    from (
      select s.id, setweight(s.words, 'A', '{}') as words
      from search_matching($1, $2::tsquery, $3, $4, $5::bigint[], $6) s
      offset 0
    ) m
  ) d
)
select (select count(*) from found) as total,
  array(select f.id from found f order by f.score desc, f.id limit $15 offset $16) as ids
