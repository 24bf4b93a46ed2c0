-- $1 knowledge base, $2 guide, $3 voter, $4 text; nothing unless the voter has answered "No".
insert into guide_comments as present (knowledge_base_id, guide_id, voter, comment)
select v.knowledge_base_id, v.guide_id, v.voter, $4
from guide_votes v
where v.knowledge_base_id = $1 and v.guide_id = $2 and v.voter = $3 and v.vote = 'down'
on conflict (knowledge_base_id, guide_id, voter) do update set comment = excluded.comment, commented_at = now()
