-- A name that is null stays as it is.
update staff_people
set password = $2, name = coalesce($3, name), lock_notice_at = null
where id = $1
