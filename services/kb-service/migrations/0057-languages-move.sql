-- Languages of a knowledge base move to another database together (docs/decisions/0071-moving-a-tenant.md). Triggers that keep
-- languages from being added or removed meanwhile need one column for all of them.
alter table knowledge_bases
  -- The id of the knowledge base in its main language.
  add column main_id bigint not null generated always as (coalesce(edition_of, id)) stored;
