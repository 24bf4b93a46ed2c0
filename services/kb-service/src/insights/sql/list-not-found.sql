-- The $3 queries that most often found nothing since the day $2.
select q.words as query, sum(c.searches) as searches, sum(c.in_vain) as not_found
from search_counts c
join search_queries q on q.knowledge_base_id = $1 and q.query = c.query and q.words is not null
where c.knowledge_base_id = $1 and c.day >= $2::date
group by q.query, q.words
having sum(c.in_vain) > 0
order by sum(c.in_vain) desc, sum(c.searches), q.words
limit $3
