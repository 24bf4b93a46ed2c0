import { createTestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll } from '@jest/globals';
import type { Actor, Role } from '../model/permissions.ts';
import { type TestContent, writeContent } from './content.ts';
import { migrateDatabase } from './test-service.ts';

/** A database with knowledge bases, and people who may edit the first one. */
export interface EditingFixture {
  database: Database;
  url: string;
  host: string;
  knowledgeBaseId: number;
  owner: Actor;
  editor: Actor;
  author: Actor;
  /** The audit entries of the first knowledge base, oldest first. */
  audit(): Promise<{ done_by: string; action: string; subject: string | null; details: unknown }[]>;
}

/** Creates the fixture before the first test of the file. */
export function useEditingFixture(...contents: TestContent[]): EditingFixture {
  const fixture = {} as EditingFixture;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const cluster = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
    const database = openTestDatabase(cluster.url);
    drop = cluster.drop;
    for (const content of contents) await writeContent(database, content);
    const host = contents[0]?.host ?? '';
    const { id } = await database.one<{ id: number }>('select id from knowledge_bases where host = $1', [
      host,
    ]);
    Object.assign(fixture, {
      database,
      url: cluster.url,
      host,
      knowledgeBaseId: id,
      owner: person('owner', 1, id),
      editor: person('editor', 2, id),
      author: person('author', 3, id),
      audit: () =>
        database.any(
          'select done_by, action, subject, details from audit_entries where knowledge_base_id = $1 order by id',
          [id],
        ),
    });
  });
  afterAll(async () => {
    await closeDatabase(fixture.database);
    await drop();
  });
  return fixture;
}

function person(role: Role, personId: number, knowledgeBaseId: number): Actor {
  return { name: `the ${role}`, role, door: 'desk', personId, knowledgeBaseId };
}
