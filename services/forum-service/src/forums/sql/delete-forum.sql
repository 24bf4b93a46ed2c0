delete from forums
where id = $1
