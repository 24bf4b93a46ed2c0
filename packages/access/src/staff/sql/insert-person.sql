-- The person with this address, who may exist already. The update locks the row and changes nothing.
insert into staff_people (email)
values ($1)
on conflict (email_folded) do update set email = staff_people.email
returning id, email
