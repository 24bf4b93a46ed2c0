-- The $3 most frequent queries since the day $2.
select q.words as query, counted.searches, counted.in_vain as not_found
from (
  select c.query, sum(c.searches) as searches, sum(c.in_vain) as in_vain
  from searches_by_query c
  where c.tenant_id = $1 and c.day >= $2::date
  group by c.query
) counted
join searched_queries q on q.tenant_id = $1 and q.query = counted.query and q.words is not null
order by counted.searches desc, q.words
limit $3
