-- $1 forum, $2 folded e-mail address, $3 network; exactly one of the two is set
delete from blocked_senders b
where b.forum_id = $1 and b.email is not distinct from $2 and b.address is not distinct from network($3::inet)
returning b.id
