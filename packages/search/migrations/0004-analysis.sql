-- The version of the analysis that a document's words are from (ANALYSIS in analysis/analyzer.ts).
alter table search_documents add column analysis smallint not null default 1;
