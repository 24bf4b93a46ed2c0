-- The latest $3 comments since the day $2, without those of voters who have answered "Yes" since.
select c.id, c.commented_at as at, g.id as guide_id, g.slug, g.title, c.comment
from guide_comments c
join guide_votes v
  on v.knowledge_base_id = $1 and v.guide_id = c.guide_id and v.voter = c.voter and v.vote = 'down'
join guides g on g.knowledge_base_id = $1 and g.id = c.guide_id
where c.knowledge_base_id = $1 and c.commented_at >= $2::date::timestamp at time zone 'UTC'
order by c.commented_at desc, c.id desc
limit $3
