-- $2: what must be found; $3 facets, all of them; $4 documents to leave out. $5 and $6: words to rank by and what
-- finding each is worth; $7: neighbours, worth $8 each. A page of $9 after $10, and the number of all.
with found as materialized (
  select s.id,
    (
      select sum(t.worth * ts_rank('{0.1, 0.2, 0.5, 1}', s.words, t.word, 1))
      from unnest($5::tsquery[], $6::float8[]) as t (word, worth)
    ) + $8::float8 * (select count(*) from unnest($7::tsquery[]) as p (pair) where s.words @@ p.pair) as score
  from search_matching($1, $2::tsquery, $3, $4::bigint[]) s
)
select (select count(*) from found) as total,
  array(select f.id from found f order by f.score desc, f.id limit $9 offset $10) as ids
