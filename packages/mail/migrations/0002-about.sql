-- What a message is about, such as `forums/1/dialogs/2`: it is withdrawn with that.
alter table outgoing_mail add column about text collate "C" check (length(about) between 1 and 200);

-- Since when what it tells was new, for messages that are composed again once they are withdrawn.
alter table outgoing_mail add column since timestamptz;

create index outgoing_mail_about on outgoing_mail (about) where ended_at is null;
