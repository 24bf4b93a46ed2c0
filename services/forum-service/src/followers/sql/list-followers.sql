-- Up to $5 confirmed followers of the dialog $2 after the follower $3, without the person $4.
select f.id, f.email
from followers f
where f.forum_id = $1 and f.dialog_id = $2 and f.confirmed and f.id > $3 and f.person is distinct from $4
order by f.id
limit $5
