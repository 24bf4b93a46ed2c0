-- $1 forum, $2 folded e-mail address, $3 network; exactly one of the two is set
insert into blocked_senders (forum_id, email, address)
values ($1, $2, network($3::inet))
on conflict (forum_id, email, address) do nothing
returning id
