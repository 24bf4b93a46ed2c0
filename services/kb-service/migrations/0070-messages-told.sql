-- When the owners were told that a message has been given up. It is told again if it is given up again.
alter table contact_messages add column told_at timestamptz;
