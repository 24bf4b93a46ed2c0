import type { Database } from '@guidepost/postgres';

const ROWS = `
  insert into staff_people (email, name) values ('eva@example.com', 'Eva'), ('bo@example.com', 'Bo');
  insert into staff_memberships (tenant_id, person_id, role, invited_by)
    select :a, id, 'owner', 'root' from staff_people where email like '%@example.com';
  insert into staff_links (tenant_id, person_id, hash, purpose, expires_at)
    select :a, id, sha256('link'), 'password', 'infinity' from staff_people where email = 'eva@example.com';
  insert into staff_departures (tenant_id, email_hash) values (:a, sha256('gone'));
  insert into staff_views (tenant_id, person_id, list, name, query) values (:a, null, 'guides', 'All', 'state=draft');
  insert into staff_views (tenant_id, person_id, list, name, query)
    select :a, id, 'guides', 'Own', 'state=draft' from staff_people where email = 'bo@example.com';
  insert into access_keys (account_id, name, hash) values (:a, 'shop', sha256('key'));
  insert into account_entries (account_id, done_by, door, action) values (:a, 'Eva', 'cli', 'key create');
  insert into webhooks (tenant_id, url, secret, created_by, resume_at) values (:a, 'https://example.com', 'whsec', 'Eva', 'infinity');
  insert into forum_logos (forum_id, token, media_type, digest, width, height, bytes)
    values (:f, 'AAAAAAAAAAAAAAAAAAAAAA', 'image/png', repeat('0', 64), 1, 2, '\\x00ff'::bytea);
  insert into metadata_fields (forum_id, name, type, maximum) values (:f, 'age', 'integer', 200);
  insert into blocked_senders (forum_id, address) values (:f, '203.0.113.0/24');
  insert into held_hosts (forum_id, host) values (:f, 'watches.example');
  insert into spam_actions (forum_id, done_by, posters, deleted_posts, blocks, reports, hosts) values (:f, 'Eva', '{1}', '{}', '{}', '{}', '{}');
  insert into merge_actions (forum_id, done_by, into_id, sources) values (:f, 'Eva', 1070, '[{"id": 7}]');
  insert into canned_answers (forum_id, name, text) values (:f, 'Hi', 'Hi {name}');
  insert into posters (forum_id, id, email) overriding system value values (:f, 1007, 'a@example.com');
  insert into dialogs (forum_id, id, topic, title, text, text_html, renderer, pub_date, views, poster_id, author_name, metadata)
    values (:f, 1070, 'Q', 'Å "quoted" \\ title', E'a\\n\\tb\u2028', '<p>', 1, '2026-01-02 03:04:05.678901+00', 123, 1007, 'Åsa', '{"age": 1.50}'),
      (:f, 1071, 'P', 'Second', 'b', '', 1, now(), 0, 1007, 'Bo', null);
  insert into topic_counts (forum_id, archived, topic, dialogs) values (:f, false, 'Q', 1), (:f, false, 'P', 1);
  insert into comments (forum_id, id, dialog_id, text, text_html, renderer, poster_id, author_name)
    values (:f, 1080, 1070, 'c', '', 1, 1007, 'Bo');
  update dialogs set accepted_comment = 1080, num_comments = 1 where forum_id = :f and id = 1070;
  insert into recent_comments (forum_id, dialog_id, content_hash, poster_id) values (:f, 1070, sha256('c'), 1007);
  insert into votes (forum_id, dialog_id, voter, poster_id, author_name) values (:f, 1070, sha256('v'), 1007, 'Bo');
  insert into helpful_votes (forum_id, dialog_id, comment_id, voter) values (:f, 1070, 1080, sha256('v'));
  insert into tags (forum_id, id, name, folded_name) overriding system value values (:f, 1005, 'Tag', 'tag');
  insert into dialog_tags (forum_id, dialog_id, tag_id, archived, pub_date) select forum_id, id, 1005, archived, pub_date from dialogs where id = 1070;
  insert into confirmed_addresses (forum_id, person, email, name) values (:f, sha256('p'), 'a@example.com', 'A');
  insert into member_links (forum_id, hash, email, person) values (:f, sha256('l'), 'a@example.com', sha256('p'));
  insert into member_sessions (forum_id, person, hash, browser) values (:f, sha256('p'), sha256('s'), 'Firefox');
  insert into followers (forum_id, dialog_id, email, person, confirmed) values (:f, 1070, 'a@example.com', sha256('p'), true);
  insert into files (forum_id, token, media_type, bytes, name, staff_id)
    select :f, 'BBBBBBBBBBBBBBBBBBBBBB', 'text/plain', 5, 'a.txt', id from staff_people where email = 'eva@example.com';
  insert into reports (forum_id, dialog_id, reporter, poster_id, author_name, reason) values (:f, 1071, sha256('r'), 1007, 'Bo', 'Rude');
  insert into post_addresses (forum_id, dialog_id, kind, claimed, sender) values (:f, 1070, 'dialog', '::1', '203.0.113.9');
  insert into originals (forum_id, dialog_id, text, edited_by) values (:f, 1070, 'before', 'Eva');
  insert into notes (forum_id, dialog_id, text, written_by, removed_at) values (:f, 1070, 'Call them.', 'Eva', 'infinity');
  insert into merged_dialogs (forum_id, id, dialog_id) values (:f, 60, 1070);
  insert into addresses (forum_id, id, address, dialog_id, comment_id, made_by, made_with) overriding system value
    values (:f, 90, 'discourse:topic:12-2', 1070, 1080, 'Eva', 'cli');
  insert into address_hits (forum_id, address_id, day, hits) values (:f, 90, '2026-01-02', 4);
  insert into deleted_posts (forum_id, id, dialog_id, deleted_by) overriding system value values (:f, 61, 62, 'Eva');
  insert into deleted_rows (forum_id, deleted_post_id, kind, poster_id, stored) values (:f, 61, 'dialogs', 1007, '{"id": 62}');
  insert into audit_entries (forum_id, slug, done_by, action, door) values (:f, 'help', 'Eva', 'dialog edit', 'desk');
  insert into import_progress (forum_id, file_hash) values (:f, sha256('f'));
  insert into helpful_guides (forum_id, day, address, title, times) values (:f, '2026-01-02', 'https://example.com', 'A', 1);
  insert into opened_guides (forum_id, day, guide, address, title, opened, asked)
    values (:f, '2026-01-02', '7', 'https://example.com', 'A', 2, 1);
  insert into staff_notices (forum_id, tenant_id, person_id, posts, reports)
    select :f, :a, id, 'daily', 'off' from staff_people where email = 'eva@example.com';
  insert into assignments (forum_id, dialog_id, tenant_id, person_id)
    select :f, 1070, :a, id from staff_people where email = 'eva@example.com';
  insert into new_answers (forum_id, dialog_id, comment_id) values (:f, 1070, 1080);
  insert into new_for_staff (forum_id, dialog_id) values (:f, 1070);
  insert into outgoing_mail (tenant_id, cause, message_id, recipient, content) values (:a, 'cause', '<1@example.com>', 'a@example.com', '{}');
  insert into webhook_attempts (delivery_id, number, attempted_at, milliseconds) select id, 1, now(), 5 from webhook_deliveries limit 1;
  insert into searched_queries (tenant_id, query, words, visitor_groups, asked_on)
    values (:f, substr(sha256('q'), 1, 16), 'how', 7, '2026-01-02');
  insert into searches_by_day (tenant_id, day, searches, in_vain) values (:f, '2026-01-02', 3, 1);
  insert into searches_by_query (tenant_id, query, day, searches, in_vain)
    values (:f, substr(sha256('q'), 1, 16), '2026-01-02', 3, 1);
  insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
    values (:f, substr(sha256('p'), 1, 16), '/old', 7, '2026-01-02');
  insert into misses_by_path (tenant_id, path_hash, day, misses)
    values (:f, substr(sha256('p'), 1, 16), '2026-01-02', 3);
  insert into program_uses (tenant_id, program, day, reads, searches, in_vain)
    values (:f, 'assistant', '2026-01-02', 2, 3, 1);
  insert into program_queries (tenant_id, query, words, half_hours, asked_on)
    values (:f, substr(sha256('q'), 1, 16), 'how', 7, '2026-01-02');
  insert into program_queries_by_day (tenant_id, query, day, in_vain)
    values (:f, substr(sha256('q'), 1, 16), '2026-01-02', 3);
  insert into search_synonyms (tenant_id, words) values (:f, '{a,b}');
  insert into search_documents (tenant_id, document_id, words, facets, hidden, revision) values (:f, 1070, '\\x01', '{a}', false, 1);
  insert into search_words (tenant_id, spelling, keys, documents, hidden) values (:f, 'rose', '{1}', 1, 0);
  insert into search_tenants (tenant_id, revision) values (:f, 1);
  insert into search_vectors (tenant_id, document_id, space, hashes, vectors, document_revision, revision)
    values (:f, 1070, 'model', '12345678', '1', 1, 1);`;

/** Writes at least one row to each table that moves with a forum and its account. */
export async function writeEveryTable(database: Database, forumId: number): Promise<number> {
  const { account_id } = await database.one<{ account_id: number }>(
    'select account_id from forums where id = $1',
    [forumId],
  );
  await database.none(ROWS.replaceAll(':f', String(forumId)).replaceAll(':a', String(account_id)));
  return account_id;
}
