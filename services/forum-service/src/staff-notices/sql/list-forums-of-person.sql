-- The forums of the account $1, and the folded e-mail address of the person $2
select f.id, p.email_folded as email
from forums f
cross join staff_people p
where f.account_id = $1 and p.id = $2
