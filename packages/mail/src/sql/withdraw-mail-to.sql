-- $1 what they are about, with everything below: 0 follows / in ASCII; $2 folded e-mail address
delete from outgoing_mail m
where m.ended_at is null and (m.about = $1 or m.about >= $1 || '/' and m.about < $1 || '0')
  and lower(normalize(m.recipient) collate "und-x-icu") = $2
returning m.about, m.since::text
