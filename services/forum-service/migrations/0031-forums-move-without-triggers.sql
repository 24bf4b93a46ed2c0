-- Changes are no longer noted by triggers on each table (docs/decisions/0071-moving-a-tenant.md).
drop function watch_row_of_tenant, keep_parts_of_tenant cascade;
drop function watch_tenant_table, watch_parts_of_tenant, note_change_of_tenant, is_tenant_arriving;
drop table tenant_changes;
