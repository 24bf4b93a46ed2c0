delete from new_for_staff
where id = $1
