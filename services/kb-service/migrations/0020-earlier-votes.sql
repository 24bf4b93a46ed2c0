-- Votes that readers gave where the guide was before. They are numbers without voters, and part of the sums.
alter table guide_vote_counts
  add column earlier_upvotes integer not null default 0 check (earlier_upvotes >= 0),
  add column earlier_downvotes integer not null default 0 check (earlier_downvotes >= 0);
