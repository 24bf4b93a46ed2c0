-- Who keeps a guide right, and how often. Apart from guides, since readers never see it and a change of it is none of the
-- guide. It goes with the guide; an owner who leaves leaves it without one.
create table guide_reviews (
  knowledge_base_id bigint not null,
  guide_id bigint not null,
  owner_id bigint,
  -- Months from one review to the next; null for none.
  review_months smallint check (review_months between 1 and 60),
  -- The day on which someone last found the guide right, or on which its reviews began.
  reviewed_on date,
  -- Mail names the guide from the Monday after this change on.
  changed_at timestamptz not null default now(),
  -- The properties as an import has read them last, the owner as a digest: it takes over only those that its source has
  -- changed since.
  imported jsonb not null default '{}',
  primary key (knowledge_base_id, guide_id),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade,
  foreign key (knowledge_base_id, owner_id) references staff_memberships (tenant_id, person_id)
    on delete set null (owner_id),
  check (review_months is null or reviewed_on is not null)
);

create function next_review(reviewed_on date, review_months smallint) returns date language sql immutable
  return (reviewed_on + make_interval(months => review_months))::date;

create index reviews_of_owner on guide_reviews (knowledge_base_id, owner_id) where owner_id is not null;

create index reviews_to_remind_of on guide_reviews (owner_id, next_review(reviewed_on, review_months))
  where owner_id is not null;

alter table guide_reviews alter column knowledge_base_id set statistics 0;

-- The weekly mail to owners. Someone without a row gets it. It goes with the membership.
create table review_notices (
  knowledge_base_id bigint not null,
  person_id bigint not null,
  wanted boolean not null default true,
  -- The beginning of the last week in which the person was told, or a later time at which mail was turned on again.
  told_until timestamptz,
  primary key (knowledge_base_id, person_id),
  foreign key (knowledge_base_id, person_id) references staff_memberships (tenant_id, person_id) on delete cascade
);

create index review_notices_of_person on review_notices (person_id);

alter table review_notices alter column knowledge_base_id set statistics 0;
