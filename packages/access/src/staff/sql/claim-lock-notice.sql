-- At most one notice a day, however many instances lock the account.
update staff_people
set lock_notice_at = now()
where id = $1 and (lock_notice_at is null or lock_notice_at < now() - interval '1 day')
returning id
