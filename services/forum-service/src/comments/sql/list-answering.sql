-- People who have been seen answering the dialog $2 in the last $4 seconds, besides $3.
select coalesce(p.name, p.email) as name
from answering a
join staff_people p on p.id = a.person_id
where a.forum_id = $1 and a.dialog_id = $2 and a.person_id <> $3
  and a.seen_at > now() - make_interval(secs => $4)
order by a.seen_at, p.id
