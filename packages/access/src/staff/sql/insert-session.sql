-- Only while the person is a member and still has the password $4 (any, if null): the row lock waits for a change of
-- either, which ends all sessions afterwards.
insert into staff_sessions (person_id, hash, browser)
select p.id, $2, $3
from (
  select s.id from staff_people s where s.id = $1 and ($4::text is null or s.password = $4) for share
) p
where exists (select from staff_memberships m where m.person_id = p.id and m.accepted_at is not null)
returning id
