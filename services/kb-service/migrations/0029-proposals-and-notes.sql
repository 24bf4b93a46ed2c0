-- Who proposed a draft, since someone else may save it before it is published. It goes with the draft, or when the draft is
-- returned or withdrawn; one that is scheduled keeps it.
create table guide_proposals (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  -- A new one each time, by which a decision names what it is about.
  id bigint generated always as identity check (id < 9007199254740992),
  proposer_id bigint,
  proposer_name text not null check (length(proposer_name) between 1 and 200),
  proposed_at timestamptz not null default now(),
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guide_drafts (knowledge_base_id, guide_id) on delete cascade
);

insert into guide_proposals (knowledge_base_id, guide_id, proposer_id, proposer_name, proposed_at)
select d.knowledge_base_id, d.guide_id, d.author_id, d.author_name, d.updated_at
from guide_drafts d
where d.state = 'proposed';

-- Notes on guides, and answers to them, for the people of the desk only. Apart from content, which stays as it is to the
-- byte: the passage is found by its words.
create table guide_notes (
  knowledge_base_id bigint not null,
  id bigint generated always as identity check (id < 9007199254740992),
  guide_id bigint not null,
  -- The note that it answers.
  note_id bigint,
  -- The passage, and what stands around it, in case it is there several times; null for a note on the whole guide.
  quote text check (length(quote) between 1 and 1000),
  quote_before text not null default '' check (length(quote_before) <= 100),
  quote_after text not null default '' check (length(quote_after) <= 100),
  -- Whether a proposal was returned with it.
  returned boolean not null default false,
  text text not null check (length(text) between 1 and 5000),
  author_id bigint,
  author_name text not null check (length(author_name) between 1 and 200),
  written_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by text check (length(resolved_by) between 1 and 200),
  primary key (knowledge_base_id, id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, note_id) references guide_notes (knowledge_base_id, id) on delete cascade,
  check ((resolved_at is null) = (resolved_by is null))
);

create index notes_of_guide on guide_notes (knowledge_base_id, guide_id, id);
create index answers_of_note on guide_notes (knowledge_base_id, note_id) where note_id is not null;

-- Who has a guide open at the desk, until a minute after they were seen last.
create unlogged table open_guides (
  knowledge_base_id bigint not null references knowledge_bases on delete cascade,
  guide_id bigint not null,
  person_id bigint not null references staff_people on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (knowledge_base_id, guide_id, person_id)
);

create index open_guides_of_person on open_guides (person_id);

-- docs/decisions/0039-plans-and-statistics.md
alter table guide_proposals alter column knowledge_base_id set statistics 0;
alter table guide_notes alter column knowledge_base_id set statistics 0;
alter table open_guides alter column knowledge_base_id set statistics 0;
