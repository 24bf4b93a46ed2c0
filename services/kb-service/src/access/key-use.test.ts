import type { IssuedKey } from '@guidepost/access';
import { createLogger } from '@guidepost/service-kit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import { KEYED } from '../testing/example.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';
import { createKnowledgeBaseKeys, issueAccessKey, listAccessKeys } from './access-keys.ts';

describe('the last use of a key', () => {
  let service: TestService;
  let key: IssuedKey;
  const logger = createLogger({ service: 'kb', level: 'silent' });

  const lastUse = async () => {
    const keys = await listAccessKeys(service.database, KEYED.host);
    return keys.find(({ id }) => id === key.id)?.last_used_at?.getTime();
  };
  const readRow = () => service.database.one('select id, revision from knowledge_bases');

  beforeEach(async () => {
    service = await startTestService([KEYED]);
    key = await issueAccessKey(service.database, KEYED.host, 'app');
  });

  afterEach(() => service.stop());

  it('is written in the background, once for many requests', async () => {
    const statements: string[] = [];
    const context = createContext(readConfig({ KB_DATABASE_URL: service.url }), {
      logger,
      onStatement: (text) => statements.push(text),
    });
    const { id, revision } = await readRow();
    const knowledgeBase = await context.knowledgeBases.find(KEYED.host);
    if (!knowledgeBase) throw new Error('there is no knowledge base');
    const before = Date.now();
    for (let request = 0; request < 3; request += 1) {
      expect(await context.keyRing.find(knowledgeBase, key.key)).toBe(key.id);
    }
    expect(await lastUse()).toBeUndefined();
    // Flushed at stop.
    await context.close();
    expect(await lastUse()).toBeGreaterThanOrEqual(before);
    expect(statements.filter((text) => text.includes('last_used_at'))).toHaveLength(1);
    // Never bumps a revision.
    expect(await readRow()).toEqual({ id, revision });
  });

  it('only moves forward, in whatever order instances write', async () => {
    const rings = [1, 2].map(() => createKnowledgeBaseKeys(service.database, logger));
    const knowledgeBase = await requireKnowledgeBase(service.database, KEYED.host);
    for (const ring of rings) {
      await ring.find(knowledgeBase, key.key);
      // Uses of the two keys have different times.
      const now = Date.now();
      while (Date.now() === now);
    }
    await rings[1]?.flush();
    const later = await lastUse();
    await rings[0]?.flush();
    expect(await lastUse()).toBe(later);
  });
});
