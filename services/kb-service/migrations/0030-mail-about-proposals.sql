create index proposed_drafts on guide_drafts (knowledge_base_id) where state = 'proposed';

-- What has become of proposals, until it is written to the people whom it concerns. Without foreign keys, so that
-- nothing waits for them: what is gone is skipped.
create table proposal_news (
  knowledge_base_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  guide_id bigint not null,
  kind text not null check (kind in ('proposed', 'published', 'returned')),
  -- Who is told; null for all who may publish.
  person_id bigint,
  -- Who did it, and is not told.
  done_by text not null check (length(done_by) between 1 and 200),
  doer_id bigint,
  proposed_at timestamptz not null,
  primary key (knowledge_base_id, id)
);

create index proposal_news_in_order on proposal_news (id);

-- The mail about proposals that people have chosen. Those without a row get it at once. It goes with the membership.
create table proposal_notices (
  knowledge_base_id bigint not null,
  person_id bigint not null,
  -- About guides to review.
  proposals text not null default 'at-once' check (proposals in ('off', 'at-once', 'daily')),
  -- About what becomes of one's own.
  decisions boolean not null default true,
  -- When the last message about guides to review was written.
  told_at timestamptz not null default '-infinity',
  primary key (knowledge_base_id, person_id),
  foreign key (knowledge_base_id, person_id) references staff_memberships (tenant_id, person_id) on delete cascade
);

create index proposal_notices_of_person on proposal_notices (person_id);
create index daily_proposals on proposal_notices (told_at, knowledge_base_id, person_id) where proposals = 'daily';

-- docs/decisions/0039-plans-and-statistics.md
alter table proposal_news alter column knowledge_base_id set statistics 0;
alter table proposal_notices alter column knowledge_base_id set statistics 0;
