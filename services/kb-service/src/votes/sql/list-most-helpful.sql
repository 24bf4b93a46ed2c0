-- The $2 most helpful guides by the lower bound of the Wilson score interval at 95 % (E. B. Wilson, 1927), so
-- that nine of ten rank above one of one. Sorts before the join, because few of many are shown.
select g.slug, g.title
from (
  select v.guide_id,
    (
      v.upvotes + 1.9208::float8
      - 1.96::float8 * sqrt(v.upvotes::float8 * v.downvotes / (v.upvotes + v.downvotes) + 0.9604::float8)
    ) / (v.upvotes + v.downvotes + 3.8416::float8) as helpfulness
  from guide_vote_counts v
  where v.knowledge_base_id = $1 and v.upvotes > 0
  order by helpfulness desc, v.guide_id
) v
join guides g on g.knowledge_base_id = $1 and g.id = v.guide_id and g.published
order by v.helpfulness desc, v.guide_id
limit $2
