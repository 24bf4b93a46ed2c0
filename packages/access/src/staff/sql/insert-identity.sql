-- A person is one account of a provider.
insert into staff_identities (issuer, subject, person_id)
values ($1, $2, $3)
on conflict do nothing
returning person_id
