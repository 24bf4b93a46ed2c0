-- The $3 guides that help least by their votes since the day $2: by the upper bound of the Wilson score interval at 95 %,
-- so that one of ten ranks before none of one.
select g.id, g.slug, g.title, judged.yes, judged.no
from (
  select v.guide_id, count(*) filter (where v.vote = 'up') as yes, count(*) filter (where v.vote = 'down') as no
  from guide_votes v
  where v.knowledge_base_id = $1 and coalesce(v.replaced_at, v.voted_at) >= $2::date::timestamp at time zone 'UTC'
  group by v.guide_id
) judged
join guides g on g.knowledge_base_id = $1 and g.id = judged.guide_id and g.published
where judged.no > 0
order by (
    judged.yes + 1.9208::float8
    + 1.96::float8 * sqrt(judged.yes::float8 * judged.no / (judged.yes + judged.no) + 0.9604::float8)
  ) / (judged.yes + judged.no + 3.8416::float8), judged.no desc, g.id
limit $3
