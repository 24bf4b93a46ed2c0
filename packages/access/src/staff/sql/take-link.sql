delete from staff_links
where hash = $1
