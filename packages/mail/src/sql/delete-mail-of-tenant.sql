delete from outgoing_mail where tenant_id = $1
