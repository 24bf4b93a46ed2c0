-- Statistics know how many rows the knowledge bases of the last ANALYZE have, and make the planner take any other for empty:
-- then it uses any index, and compares each row with each. Without them it expects a 200th of the table for each knowledge
-- base (docs/decisions/0039-plans-and-statistics.md).
--
-- Setting the type, which stays as it is, removes the statistics that were collected before.

alter table access_keys
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table categories
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table files
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table former_slugs
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guide_categories
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guide_files
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guide_tags
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guide_vote_counts
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guide_votes
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table guides
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
alter table tags
  alter column knowledge_base_id set data type bigint,
  alter column knowledge_base_id set statistics 0;
