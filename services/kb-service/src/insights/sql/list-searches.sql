-- The $3 most frequent queries since the day $2.
select q.words as query, sum(c.searches) as searches, sum(c.in_vain) as not_found
from search_counts c
join search_queries q on q.knowledge_base_id = $1 and q.query = c.query and q.words is not null
where c.knowledge_base_id = $1 and c.day >= $2::date
group by q.query, q.words
order by sum(c.searches) desc, q.words
limit $3
