-- $1 what they are about, with everything below: 0 follows / in ASCII.
delete from outgoing_mail m
using unnest($1::text[]) as w (about)
where m.ended_at is null and (m.about = w.about or m.about >= w.about || '/' and m.about < w.about || '0')
returning m.about, m.since::text
