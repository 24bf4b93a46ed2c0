-- Rows of an account that moves to another database with its forums (docs/decisions/0071-moving-a-tenant.md).
do $$
begin
  perform watch_tenant_table(watched, '(select f.account_id from forums f where f.id = ($1).forum_id)')
  from unnest(array[
    'metadata_fields', 'blocked_senders', 'posters', 'dialogs', 'topic_counts', 'comments', 'recent_comments', 'votes',
    'tags', 'dialog_tags', 'confirmed_addresses', 'files', 'reports', 'post_addresses', 'audit_entries', 'import_progress',
    'originals', 'merged_dialogs', 'canned_answers', 'followers', 'new_answers', 'member_links', 'member_sessions',
    'forum_logos', 'helpful_guides', 'staff_notices', 'new_for_staff'
  ]::regclass[]) watched;

  perform watch_tenant_table(watched, '(select f.account_id from forums f where f.id = ($1).tenant_id)')
  from unnest(array[
    'searched_queries', 'searches_by_day', 'searches_by_query', 'search_tenants', 'search_synonyms', 'search_documents',
    'search_vectors'
  ]::regclass[]) watched;

  perform watch_tenant_table(watched, '($1).tenant_id')
  from unnest(array[
    'staff_memberships', 'staff_links', 'staff_departures', 'outgoing_mail', 'webhooks', 'webhook_events'
  ]::regclass[]) watched;

  perform watch_tenant_table(watched, '($1).account_id')
  from unnest(array['forums', 'access_keys', 'account_entries']::regclass[]) watched;

  perform watch_tenant_table('accounts', '($1).id');
  perform watch_parts_of_tenant('accounts', '($1).id');
  perform watch_parts_of_tenant('forums', '($1).account_id');

  -- A delivery that goes with its webhook also goes in the copy.
  perform watch_tenant_table(
    'webhook_deliveries', '(select w.tenant_id from webhooks w where w.id = ($1).webhook_id)'
  );
  perform watch_tenant_table(
    'webhook_attempts',
    '(select w.tenant_id from webhook_deliveries d join webhooks w on w.id = d.webhook_id where d.id = ($1).delivery_id)'
  );
end $$;
