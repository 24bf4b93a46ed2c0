-- docs/decisions/0039-plans-and-statistics.md
alter table widget_versions alter column knowledge_base_id set statistics 0;
