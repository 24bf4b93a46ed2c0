-- All matches, unordered.
select array(select s.id from search_matching($1, $2::tsquery, $3, $4, $5::bigint[], $6) s) as ids
