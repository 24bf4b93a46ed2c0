insert into outgoing_mail (tenant_id, cause, message_id, recipient, content, about)
values ($1, $2, $3, $4, $5, $6)
on conflict (cause) do nothing
