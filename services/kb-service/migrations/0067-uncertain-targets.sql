-- A message that a target may have taken stays uncertain there, whatever becomes of later attempts, also at other targets.
alter table contact_messages add column uncertain_kinds text[] not null default '{}';
update contact_messages set uncertain_kinds = array[uncertain_at] where uncertain_at is not null;
alter table contact_messages drop column uncertain_at;
