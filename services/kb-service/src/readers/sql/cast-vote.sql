-- $1 knowledge base, $2 guide, $3 voter, $4 address, $5 vote. No row if no such guide is published; no counts if
-- nothing changed: a repeated vote, an address without a free place, or a race for a place that another vote won.
with guide as (
  select g.id
  from guides g
  where g.knowledge_base_id = $1 and g.id = $2 and (g.published or cardinality(g.published_in) > 0)
  for key share
),
taken as (
  -- Looks up all five places by address, so that the plan is good even with the statistics of an empty table.
  select v.place, v.voter
  from guide_votes v
  where v.knowledge_base_id = $1 and v.guide_id = $2 and v.address = $4
),
free as materialized (
  -- The first free place; null if there is none, or if the voter has one.
  select min(place) as place
  from generate_series(1, 5) place
  where not exists (select from taken where taken.place = place.place or taken.voter = $3)
),
replaced as (
  update guide_votes v
  set vote = $5, replaced_at = now()
  from guide
  where v.knowledge_base_id = $1 and v.guide_id = guide.id and v.voter = $3 and v.vote <> $5
  returning v.vote, 1 as replaced
),
added as (
  insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
  select $1, guide.id, $3, $4, free.place, $5
  from guide, free
  where free.place is not null
  -- A vote of the voter or of the place. With one of them named, an insert and an update could each wait for the other.
  on conflict do nothing
  returning vote, 0 as replaced
),
counted as (
  -- All voters of a guide share this row; it comes last to be locked as briefly as possible.
  insert into guide_vote_counts as c (knowledge_base_id, guide_id, upvotes, downvotes)
  select $1, $2, (written.vote = 'up')::integer, (written.vote = 'down')::integer
  from (select * from added union all select * from replaced) written
  on conflict (knowledge_base_id, guide_id) do update
    set upvotes = c.upvotes + excluded.upvotes - excluded.downvotes * (select count(*) from replaced),
      downvotes = c.downvotes + excluded.downvotes - excluded.upvotes * (select count(*) from replaced)
  returning c.upvotes, c.downvotes
)
select counted.upvotes, counted.downvotes, free.place is not null and counted.upvotes is null as raced
from guide
cross join free
left join counted on true
