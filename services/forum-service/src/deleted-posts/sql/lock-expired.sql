-- At most $1 of those deleted more than thirty days ago.
select p.forum_id, p.id
from deleted_posts p
where p.deleted_at < now() - interval '30 days'
order by p.deleted_at
limit $1
for update skip locked
