-- What a message is about, such as `forums/1/dialogs/2`: it is withdrawn with that.
alter table outgoing_mail add column about text collate "C" check (length(about) between 1 and 200);

create index outgoing_mail_about on outgoing_mail (about) where ended_at is null;
