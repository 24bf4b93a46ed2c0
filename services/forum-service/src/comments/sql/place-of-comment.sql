-- How many comments precede one; no row if it or its dialog is held.
select (
  select count(*)
  from comments s
  where s.forum_id = $1 and s.dialog_id = $2 and not s.held and (s.pub_date, s.id) < (c.pub_date, c.id)
) as before
from comments c
join dialogs d on d.forum_id = $1 and d.id = c.dialog_id and not d.held
where c.forum_id = $1 and c.id = $3 and c.dialog_id = $2 and not c.held
