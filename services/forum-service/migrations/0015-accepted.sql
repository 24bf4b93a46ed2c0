-- What the state was before the author of the dialog accepted an answer.
alter table dialogs
  add column former_state text,
  add constraint dialogs_former_state_check check (length(former_state) between 1 and 100) not valid;
