-- $1 knowledge base, $2 guide, $3 voter, $4 address, $5 vote. No row if no such guide is published; no counts if
-- nothing changed: a repeated vote, or an address without a free place.
with guide as (
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2 and g.published
  for key share
),
taken as (
  -- Looks up all five places by address, so that the plan is good even with the statistics of an empty table.
  select v.place, v.voter
  from guide_votes v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and v.address = $4
),
place as materialized (
  -- The place of the voter, else the first free one. The unique constraint refuses a second voter in a place.
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
  -- All voters of a guide share this row; it comes last to be locked as briefly as possible.
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
