-- Comments and votes of an archive are refused alone, and a second accepted answer loses its mark only.
alter table import_progress
  add column refused_comments bigint not null default 0,
  add column refused_votes bigint not null default 0,
  add column refused_marks bigint not null default 0;
