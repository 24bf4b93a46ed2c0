-- $1 delivery, $2 whether the failure is its own, $3 seconds of the longest pause. After the failure of a receiver that was
-- away before, only the pause of the webhook counts, except for what is sent by hand: others go before its next attempt.
-- Moves all that wait behind it. No row once it is too late.
with failed as (
  update webhook_deliveries d
  set failures = d.failures + ($2::boolean or d.sent_by_hand)::integer,
    next_attempt_at = case
      when $2::boolean or d.sent_by_hand
      then now() + make_interval(secs => least(5 * 2 ^ least(d.failures, 30), $3::float8))
      else now()
    end
  where d.id = $1 and d.ended_at is null and d.give_up_at > now()
  returning d.id, d.webhook_id, d.subject, d.event_id, d.sent_by_hand, d.next_attempt_at
),
behind as (
  update webhook_deliveries d
  set next_attempt_at = failed.next_attempt_at
  from failed
  where not failed.sent_by_hand and d.webhook_id = failed.webhook_id and d.subject = failed.subject
    and d.event_id > failed.event_id and d.ended_at is null and not d.sent_by_hand
)
select id from failed
