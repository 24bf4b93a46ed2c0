-- $1 beginning of what it is about
delete from outgoing_mail
where ended_at is null and about ^@ $1
returning about
