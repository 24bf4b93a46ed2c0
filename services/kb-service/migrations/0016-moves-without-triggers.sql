-- Changes are no longer noted by triggers on each table (docs/decisions/0071-moving-a-tenant.md), nor do rows arrive by
-- statements that fire the others.
drop function watch_row_of_tenant, keep_parts_of_tenant cascade;
drop function watch_tenant_table, watch_parts_of_tenant, note_change_of_tenant;
drop table tenant_changes;

create or replace trigger guides_inserted after insert on guides
  referencing new table as changed for each statement execute function queue_guides();
create or replace trigger guides_updated after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function queue_changed_guides();
create or replace trigger guides_first_published after insert on guides
  referencing new table as changed for each statement execute function record_first_versions();
create or replace trigger guides_published after update on guides
  referencing old table as before_change new table as after_change
  for each statement execute function record_versions();
create or replace trigger guide_versions_inserted after insert on guide_versions
  referencing new table as written for each statement execute function keep_version_files();
create or replace trigger guide_categories_inserted after insert on guide_categories
  referencing new table as changed for each statement execute function queue_guides_of_memberships();
create or replace trigger guide_tags_inserted after insert on guide_tags
  referencing new table as changed for each statement execute function queue_guides_of_memberships();

drop function is_tenant_arriving;
