-- Names the actor for triggers until the transaction ends. Changes take as long as they take, but wait for each other
-- $3 milliseconds at most.
select set_config('guidepost.actor', $1, true), set_config('guidepost.door', $2, true),
  set_config('statement_timeout', '0', true), set_config('lock_timeout', $3, true)
