-- For the front page: forums with visible dialogs, by name.
select f.slug, f.host, f.name, f.formal_name, f.language
from forums f
where exists (
  select
  from topic_counts t
  where t.forum_id = f.id and not t.archived and t.dialogs > 0
)
  and not exists (select from tenant_moves m where m.tenant_id = f.account_id and m.state = 'moved')
order by f.name collate order_root, f.slug
limit $1
