-- What a guide or a category is in the system that it came from: scheme:kind:id. A later import finds it by this.
alter table guides
  add column if not exists external text check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200);
alter table categories
  add column if not exists external text check (external ~ '^[a-z]+:[a-z]+:[0-9A-Za-z_-]+$' and length(external) <= 200);
create unique index if not exists guides_by_external on guides (knowledge_base_id, external) where external is not null;
create unique index if not exists categories_by_external
  on categories (knowledge_base_id, external) where external is not null;

-- Votes that readers gave where the guide was before. They are numbers without voters, and part of the sums.
alter table guide_vote_counts
  add column earlier_upvotes integer not null default 0 check (earlier_upvotes >= 0),
  add column earlier_downvotes integer not null default 0 check (earlier_downvotes >= 0);
