-- What has ended is remembered for a week, so that its cause does not send it again.
with forgotten as (delete from outgoing_mail where ended_at < now() - interval '7 days')
update outgoing_mail
set outcome = $2, ended_at = now(), recipient = null, content = null
where id = $1 and ended_at is null
