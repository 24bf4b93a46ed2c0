select c.upvotes, c.downvotes
from guide_vote_counts c
where c.knowledge_base_id = $1 and c.guide_id = $2
