import type { Database } from '@guidepost/postgres';

const PICTURE = 'AAAAAAAAAAAAAAAAAAAAAA';

const ROWS = `
  insert into host_names (host, knowledge_base_id) values ('also.example.com', :k);
  insert into access_keys (knowledge_base_id, name, hash) values (:k, 'shop', sha256('key'));
  insert into widget_versions (knowledge_base_id, version, loader, panel) values (:k, 'aVersion-123', 'a', 'b');
  insert into categories (knowledge_base_id, id, slug, name, multiple_guides_name, position, parent_category_id)
    overriding system value values (:k, 8, 'inner', 'Inner', 'Inner', 1, 9), (:k, 9, 'outer', 'Outer', 'Outer', 0, null);
  insert into tags (knowledge_base_id, slug, name) values (:k, 'new', 'New');
  insert into files (knowledge_base_id, id, content_hash, token, media_type, path, bytes, uploaded_at)
    overriding system value
    values (:k, 5, sha256('x'), '${PICTURE}', 'image/png', 'a/b.png', '\\x00ff27225c'::bytea, '2026-01-02 03:04:05.678901+00');
  update knowledge_bases set logo_file_id = 5, logo_width = 10, logo_height = 20 where id = :k;
  insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published, broken_links)
    overriding system value
    values (:k, 71, 'moved', 'Å "quoted" \\ title', '<img src="/files/${PICTURE}.png">' || E'\\n\\t\u2028', 50, true, '{"a,b",c}'),
      (:k, 72, 'hidden', 'Hidden', '', 2, false, '{}');
  insert into former_slugs (knowledge_base_id, slug, guide_id) values (:k, 'was', 71);
  insert into addresses (knowledge_base_id, id, address, guide_id, fragment, made_by, made_with)
    overriding system value values (:k, 81, '/old/å', 71, 'part', 'Eva', 'desk');
  insert into addresses (knowledge_base_id, address, url, made_by, made_with)
    values (:k, 'zendesk:article:12', 'https://example.com/', 'root', 'import');
  insert into address_hits (knowledge_base_id, address_id, day, hits) values (:k, 81, '2026-01-02', 3);
  insert into guide_categories (knowledge_base_id, category_id, guide_id, position) values (:k, 8, 71, 1);
  insert into guide_tags (knowledge_base_id, tag_id, guide_id) select :k, id, 71 from tags where knowledge_base_id = :k;
  insert into guide_files (knowledge_base_id, file_id, guide_id) values (:k, 5, 71);
  insert into staff_people (email, name) values ('eva@example.com', 'Eva'), ('bo@example.com', 'Bo');
  insert into staff_memberships (tenant_id, person_id, role, invited_by)
    select :k, id, 'owner', 'root' from staff_people where email like '%@example.com';
  insert into guide_reviews (knowledge_base_id, guide_id, owner_id, review_months, reviewed_on)
    select :k, 71, id, 6, '2026-01-31' from staff_people where email = 'bo@example.com';
  insert into review_notices (knowledge_base_id, person_id, wanted)
    select :k, id, false from staff_people where email = 'bo@example.com';
  insert into proposal_news (knowledge_base_id, guide_id, kind, person_id, done_by, doer_id, proposed_at)
    select :k, 71, 'returned', id, 'Eva', id, now() from staff_people where email = 'bo@example.com';
  insert into proposal_notices (knowledge_base_id, person_id, proposals)
    select :k, id, 'daily' from staff_people where email = 'bo@example.com';
  insert into staff_links (tenant_id, person_id, hash, purpose, expires_at)
    select :k, id, sha256('link'), 'password', 'infinity' from staff_people where email = 'eva@example.com';
  insert into staff_passkeys (person_id, credential_id, public_key, counter, name)
    select id, 'credential', 'key', 1, 'Phone' from staff_people where email = 'bo@example.com';
  insert into staff_departures (tenant_id, email_hash) values (:k, sha256('gone'));
  insert into staff_views (tenant_id, person_id, list, name, query) values (:k, null, 'guides', 'All', 'state=draft');
  insert into staff_views (tenant_id, person_id, list, name, query)
    select :k, id, 'guides', 'Own', 'state=draft' from staff_people where email = 'bo@example.com';
  insert into guide_drafts (knowledge_base_id, guide_id, title, slug, content_html, content_bytes, category_ids, tag_names,
      state, publish_at, author_id, author_name, author_door)
    select :k, 72, 'Draft', 'hidden', 'x', 3, '{8}', '{New}', 'scheduled', now() + interval '1 day', id, 'Eva', 'desk'
    from staff_people where email = 'eva@example.com';
  insert into draft_files (knowledge_base_id, file_id, guide_id) values (:k, 5, 72);
  insert into guide_proposals (knowledge_base_id, guide_id, proposer_id, proposer_name)
    select :k, 72, id, 'Eva' from staff_people where email = 'eva@example.com';
  insert into guide_notes (knowledge_base_id, id, guide_id, note_id, quote, text, author_id, author_name)
    overriding system value
    select :k, 91 + n, 71, nullif(92 - n, 92), 'title', 'Why?', id, 'Eva'
    from staff_people, generate_series(0, 1) n where email = 'eva@example.com';
  insert into guide_votes (knowledge_base_id, guide_id, voter, address, place, vote)
    values (:k, 71, sha256('voter'), sha256('address'), 1, 'down');
  insert into guide_vote_counts (knowledge_base_id, guide_id, upvotes, downvotes) values (:k, 71, 0, 1);
  insert into guide_comments (knowledge_base_id, guide_id, voter, comment) values (:k, 71, sha256('voter'), 'Why?');
  insert into guide_views (knowledge_base_id, guide_id, day, views) values (:k, 71, '2026-01-02', 3);
  insert into guide_searches (knowledge_base_id, guide_id, query, day, times)
    values (:k, 71, substr(sha256('q'), 1, 16), '2026-01-02', 2);
  insert into contact_targets (knowledge_base_id, kind, settings, credentials)
    values (:k, 'zendesk', '{"address": "https://example.zendesk.com"}', '\\x00ff27');
  insert into contact_messages (knowledge_base_id, id, digest, marker, content, file_name, file_type, file, next_attempt_at, told_at)
    overriding system value
    values (:k, 61, sha256('m'), 'mark', '{"name": "Å", "email": "a@example.com"}', 'a.txt', 'text/plain', '\\x61', 'infinity', '2026-01-02');
  insert into contact_deflections (knowledge_base_id, guide_id, day, times) values (:k, 71, '2026-01-02', 2);
  insert into guide_recent_views (knowledge_base_id, guide_id, views) values (:k, 71, 3);
  insert into deleted_guides (knowledge_base_id, guide_id, slug, title, published, imported, deleted_by)
    values (:k, 75, 'gone', 'Gone', true, false, 'Eva');
  insert into deleted_guide_rows (knowledge_base_id, guide_id, kind, person_id, stored)
    select :k, 75, 'guide_drafts', id, '{"title": "Gone å"}' from staff_people where email = 'eva@example.com';
  insert into deleted_guide_files (knowledge_base_id, file_id, guide_id) values (:k, 5, 75);
  insert into import_jobs (knowledge_base_id, file_name, started_by, decided_by, decider_id, state)
    select :k, 'a.zip', 'Eva', 'Eva', id, 'imported' from staff_people where email = 'eva@example.com';
  insert into audit_entries (knowledge_base_id, host, done_by, person_id, door, action, details)
    select :k, 'help.example.com', 'Eva', id, 'desk', 'guide publish', '{"a": [1.50, null]}'
    from staff_people where email = 'eva@example.com';
  insert into outgoing_mail (tenant_id, cause, message_id, recipient, content) values (:k, 'cause', '<1@example.com>', 'a@example.com', '{}');
  insert into webhooks (tenant_id, url, secret, created_by, resume_at) values (:k, 'https://example.com', 'whsec', 'Eva', 'infinity');
  update guides set title = 'Changed', external = 'zendesk:article:12' where knowledge_base_id = :k and id = 71;
  insert into webhook_attempts (delivery_id, number, attempted_at, milliseconds)
    select id, 1, now(), 5 from webhook_deliveries limit 1;
  insert into searched_queries (tenant_id, query, words, visitor_groups, asked_on)
    values (:k, substr(sha256('q'), 1, 16), 'how', 7, '2026-01-02');
  insert into searches_by_day (tenant_id, day, searches, in_vain) values (:k, '2026-01-02', 3, 1);
  insert into searches_by_query (tenant_id, query, day, searches, in_vain)
    values (:k, substr(sha256('q'), 1, 16), '2026-01-02', 3, 1);
  insert into missed_paths (tenant_id, path_hash, path, visitor_groups, asked_on)
    values (:k, substr(sha256('p'), 1, 16), '/old', 7, '2026-01-02');
  insert into misses_by_path (tenant_id, path_hash, day, misses)
    values (:k, substr(sha256('p'), 1, 16), '2026-01-02', 3);
  insert into program_uses (tenant_id, program, day, reads, searches, in_vain)
    values (:k, 'assistant', '2026-01-02', 2, 3, 1);
  insert into program_queries (tenant_id, query, words, half_hours, asked_on)
    values (:k, substr(sha256('q'), 1, 16), 'how', 7, '2026-01-02');
  insert into program_queries_by_day (tenant_id, query, day, in_vain)
    values (:k, substr(sha256('q'), 1, 16), '2026-01-02', 3);
  insert into search_synonyms (tenant_id, words) values (:k, '{a,b}');
  insert into search_vectors (tenant_id, document_id, space, hashes, vectors, document_revision, revision)
    values (:k, 71, 'model', '12345678', '1', 1, 1);`;

/** Writes at least one row to each table that moves with a knowledge base. */
export async function writeEveryTable(database: Database, knowledgeBaseId: number): Promise<void> {
  await database.none(ROWS.replaceAll(':k', String(knowledgeBaseId)));
}
