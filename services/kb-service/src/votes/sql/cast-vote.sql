-- $1 knowledge base, $2 guide, $3 voter, $4 address, $5 vote. No row when there is no such guide for clients; no
-- counts when the vote changed nothing, be it that it was the same or that all places of the address are taken.
with guide as (
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2 and g.published
  for key share
),
taken as (
  -- By the address, of which there are five at most, also to find the voter's own: so any index that fits is a good one,
  -- whatever the planner knows of a table that was empty a moment ago.
  select v.place, v.voter
  from guide_votes v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and v.address = $4
),
place as materialized (
  -- The voter's own, else the first free one. Who takes it first keeps it: the constraint refuses the other.
  select coalesce(
    (select taken.place from taken where taken.voter = $3),
    (select min(free) from generate_series(1, 5) free where not exists (select from taken where taken.place = free))
  ) as number
),
written as (
  insert into guide_votes as v (knowledge_base_id, guide_id, voter, address, place, vote)
  select $1, guide.id, $3, $4, place.number, $5
  from guide, place
  where place.number is not null
  on conflict (knowledge_base_id, guide_id, voter)
    do update set vote = excluded.vote, replaced_at = now() where v.vote <> excluded.vote
  returning v.vote, (v.replaced_at is not null)::integer as replaced
),
counted as (
  -- The row that all voters of a guide share comes last, so that it is locked for as short as can be.
  insert into guide_vote_counts as c (knowledge_base_id, guide_id, upvotes, downvotes)
  select $1, $2, (written.vote = 'up')::integer, (written.vote = 'down')::integer
  from written
  on conflict (knowledge_base_id, guide_id) do update
    set upvotes = c.upvotes + excluded.upvotes - excluded.downvotes * (select replaced from written),
      downvotes = c.downvotes + excluded.downvotes - excluded.upvotes * (select replaced from written)
  returning c.upvotes, c.downvotes
)
select counted.upvotes, counted.downvotes
from guide
left join counted on true
