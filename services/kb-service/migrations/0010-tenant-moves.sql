-- Rows of a knowledge base that moves to another database (docs/decisions/0071-moving-a-tenant.md).
do $$
begin
  perform watch_tenant_table(watched, '($1).knowledge_base_id')
  from unnest(array[
    'host_names', 'categories', 'tags', 'guides', 'former_slugs', 'guide_categories', 'guide_tags', 'files', 'guide_files',
    'guide_drafts', 'draft_files', 'guide_versions', 'version_files', 'guide_votes', 'guide_vote_counts', 'guide_views',
    'guide_recent_views', 'guide_comments', 'access_keys', 'audit_entries'
  ]::regclass[]) watched;

  perform watch_tenant_table(watched, '($1).tenant_id')
  from unnest(array[
    'staff_memberships', 'staff_links', 'staff_departures', 'outgoing_mail', 'webhooks', 'webhook_events', 'searched_queries',
    'searches_by_day', 'searches_by_query', 'search_tenants', 'search_synonyms', 'search_documents', 'search_vectors'
  ]::regclass[]) watched;

  perform watch_tenant_table('knowledge_bases', '($1).id');
  perform watch_parts_of_tenant('knowledge_bases', '($1).id');

  -- A delivery that goes with its webhook also goes in the copy.
  perform watch_tenant_table(
    'webhook_deliveries', '(select w.tenant_id from webhooks w where w.id = ($1).webhook_id)'
  );
  perform watch_tenant_table(
    'webhook_attempts',
    '(select w.tenant_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ($1).delivery_id)'
  );
end $$;

-- Guides that were copied have their history, and are queued for search at the end.
create or replace trigger guides_inserted after insert on guides
  referencing new table as changed for each statement when (not is_tenant_arriving()) execute function queue_guides();
create or replace trigger guides_updated after update on guides
  referencing old table as before_change new table as after_change
  for each statement when (not is_tenant_arriving()) execute function queue_changed_guides();
create or replace trigger guides_first_published after insert on guides
  referencing new table as changed
  for each statement when (not is_tenant_arriving()) execute function record_first_versions();
create or replace trigger guides_published after update on guides
  referencing old table as before_change new table as after_change
  for each statement when (not is_tenant_arriving()) execute function record_versions();
create or replace trigger guide_versions_inserted after insert on guide_versions
  referencing new table as written
  for each statement when (not is_tenant_arriving()) execute function keep_version_files();
create or replace trigger guide_categories_inserted after insert on guide_categories
  referencing new table as changed
  for each statement when (not is_tenant_arriving()) execute function queue_guides_of_memberships();
create or replace trigger guide_tags_inserted after insert on guide_tags
  referencing new table as changed
  for each statement when (not is_tenant_arriving()) execute function queue_guides_of_memberships();
