-- $1 beginning of what it is about, $2 folded e-mail address
delete from outgoing_mail
where ended_at is null and about ^@ $1 and lower(normalize(recipient) collate "und-x-icu") = $2
