-- Imports at the desk may ask another vendor for a help centre first. Its token is in no table.
alter table import_jobs
  -- Pages and files so far; null for what was uploaded.
  add column fetched integer check (fetched >= 0),
  -- The name of the text that says what `problem` says in English.
  add column problem_reason text check (length(problem_reason) between 1 and 100),
  drop constraint import_jobs_state_check,
  add constraint import_jobs_state_check check (
    state in ('fetching', 'checking', 'checked', 'wanted', 'importing', 'imported', 'stopping', 'stopped', 'discarded',
      'failed', 'interrupted')
  );

drop index import_jobs_unfinished;
create unique index import_jobs_unfinished on import_jobs (knowledge_base_id)
  where state in ('fetching', 'checking', 'checked', 'wanted', 'importing', 'stopping');
