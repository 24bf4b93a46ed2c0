-- $1 what they are about, with everything below: 0 follows / in ASCII; $2 what they are about from now on
update outgoing_mail
set about = $2 || substr(about, length($1) + 1)
where ended_at is null and (about = $1 or about >= $1 || '/' and about < $1 || '0')
