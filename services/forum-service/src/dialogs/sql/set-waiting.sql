-- $3 whether they wait again, since their latest activity
update dialogs d
set waiting_since = case when $3 then d.last_activity end
where d.forum_id = $1 and d.id = any ($2::bigint[]) and (d.waiting_since is not null) <> $3
returning d.id
