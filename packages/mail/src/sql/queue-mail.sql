-- $3 the domain of the sender
insert into outgoing_mail (tenant_id, cause, message_id, recipient, content, about, expires_at, since)
select $1, $2, '<' || encode(sha256(convert_to(s.value::text || $2, 'UTF8')), 'hex') || '@' || $3 || '>', $4, $5, $6, $7, $8
from mail_salt s
on conflict (cause) do nothing
