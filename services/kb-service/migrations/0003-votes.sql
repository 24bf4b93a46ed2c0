-- What readers think of guides. Nothing here is content: votes raise no revision.

create table guide_votes (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- HMACs of the voter and of the voter's address, which is not kept itself.
  voter bytea not null check (octet_length(voter) = 32),
  address bytea not null check (octet_length(address) = 32),
  -- One of the five places that an address has at a guide.
  place smallint not null check (place between 1 and 5),
  vote text not null check (vote in ('up', 'down')),
  voted_at timestamptz not null default now(),
  -- When it replaced the opposite one; null while it is the voter's first.
  replaced_at timestamptz,
  primary key (knowledge_base_id, guide_id, voter),
  unique (knowledge_base_id, guide_id, address, place),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

-- The sums of the rows above, written by the statement that writes those. No row where nobody has voted.
create table guide_vote_counts (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  upvotes integer not null check (upvotes >= 0),
  downvotes integer not null check (downvotes >= 0),
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
) with (fillfactor = 50);

-- What all instances must agree on and nobody has set.
create table secrets (
  name text primary key,
  value bytea not null
);
