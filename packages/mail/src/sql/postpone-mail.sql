-- For 1, 2, 4 … minutes, and 4 hours at most.
update outgoing_mail
set next_attempt_at = now() + least(interval '4 hours', interval '1 minute' * power(2, least(attempts - 1, 10)))
where id = $1 and ended_at is null
