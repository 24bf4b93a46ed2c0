-- $2: the match; $3 all facets, $4 some facets; $5 ids to exclude; $6 whether to include hidden ones. $7 to $11: words
-- to rank by, exact forms, alternatives (may be null), any word of a sequence among those, weights. $12 to $14:
-- adjacent query words and their weight. $15 limit, $16 offset.
-- BM25F: occurrences by field (titles weigh 8, headings 3), with saturation, relative to a length of 300 lexemes.
-- Counting sequences is quadratic, so it is limited to 192 positions. Above, adjacent words count as often as the rarer
-- one, if they ever are adjacent, and parts of an identifier once.
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
    -- Setting no weights changes nothing, but unpacks the vector once instead of per use.
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
