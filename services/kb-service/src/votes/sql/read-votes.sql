-- The counts of a guide and the vote of the voter $3 at the address $4, or null.
select coalesce(c.upvotes, 0) as upvotes, coalesce(c.downvotes, 0) as downvotes, v.vote
from guides g
left join guide_vote_counts c on c.knowledge_base_id = g.knowledge_base_id and c.guide_id = g.id
left join guide_votes v
  on v.knowledge_base_id = g.knowledge_base_id and v.guide_id = g.id and v.address = $4 and v.voter = $3
where g.knowledge_base_id = $1 and g.id = $2 and g.published
