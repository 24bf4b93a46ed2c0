-- Lists are quick as long as statistics know the forum that they are of. By default a table is analyzed again when a tenth of it
-- has changed, which is too late for a new forum beside large ones (docs/decisions/0039-plans-and-statistics.md).
alter table posters set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
alter table dialogs set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
alter table comments set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
alter table votes set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
alter table tags set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
alter table dialog_tags set (autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 200);
