-- Raises the sequence to $1 in one step, so that no concurrent post takes an id on the way; by at least a hundred, so
-- that posts between read and write do not lower it.
select setval('dialog_ids', greatest($1, s.last_value + 100))
from dialog_ids s
where s.last_value + s.is_called::integer <= $1
