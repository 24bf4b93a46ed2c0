-- A draft that a restored version replaces is kept in the history: who replaced it; null for versions that readers saw.
alter table guide_versions add column replaced_by text;
