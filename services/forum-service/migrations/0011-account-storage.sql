-- How much the files of an account's forums take, in bytes. Whoever adds or deletes files changes it in the same transaction.
-- A daily job counts again, since instances of the version before count nothing.
alter table accounts add column stored_bytes bigint not null default 0;

update accounts a
set stored_bytes = s.bytes
from (
  select o.account_id, sum(f.bytes) as bytes
  from files f
  join forums o on o.id = f.forum_id
  group by o.account_id
) s
where a.id = s.account_id;
