delete from staff_people p
where p.id = $1 and not exists (select from staff_memberships m where m.person_id = p.id)
