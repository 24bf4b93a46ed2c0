-- Links that open the account of person $1 were made by owners of tenants that it belonged to by then.
delete from staff_links
where person_id = $1 and purpose <> 'invitation'
