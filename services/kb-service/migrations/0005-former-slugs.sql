-- What guides were called before. A row may name a slug that another guide has taken since: who reads looks for a
-- guide that has the slug now before one that had it.
create table former_slugs (
  knowledge_base_id bigint not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 200),
  guide_id bigint not null,
  -- When the guide was last renamed from it.
  left_at timestamptz not null default now(),
  primary key (knowledge_base_id, slug),
  foreign key (knowledge_base_id, guide_id) references guides (knowledge_base_id, id) on delete cascade
);

create index former_slugs_of_guide on former_slugs (knowledge_base_id, guide_id);
