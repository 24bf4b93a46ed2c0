import { until } from '@guidepost/local-servers/testing';
import { bumpRevision } from '@guidepost/postgres';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createListener } from '../app.ts';
import { readConfig } from '../config.ts';
import { type Context, createContext } from '../context.ts';
import { FORUM_REVISIONS } from '../model/forum.ts';
import { writeDialogs, writeForum, writeKey } from '../testing/content.ts';
import { COMMENT, DIALOG, VOTE } from '../testing/posts.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const PATHS = [
  '/api/help.json',
  '/api/help/q.xml',
  '/api/popular/help.json?callback=show',
  '/api/dialog/help/1001.json',
  '/api/comment/help/1001.json',
  '/api/properties/help.json',
  '/api/taglist/help.json',
  '/api/search/help/start.json',
  '/forum/help',
  '/forum/help/1001',
  '/forum/help/questions',
  '/forum/help/search?q=start',
  '/forum/help/feed.atom',
  '/forum/help/1001/feed.atom',
  '/forum/help/sitemap.xml',
];

const STEPS = 20;

interface Instance {
  context: Context;
  request: ReturnType<typeof supertest>;
}

function startInstance(url: string): Instance {
  const environment = {
    FORUM_DATABASE_URL: url,
    FORUM_FILES_DIRECTORY: '/nonexistent',
    LOG_LEVEL: 'silent',
    RATE_LIMITS: 'off',
  };
  const context = createContext(readConfig(environment));
  return { context, request: supertest(createListener(context)) };
}

async function ask({ request }: Instance, path: string, key: string | undefined): Promise<unknown[]> {
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` };
  const { status, headers: fields, text } = await request.get(path).set(headers);
  return [status, fields.etag, fields['x-totalresults'], fields['cache-control'], text];
}

describe('S29 cached content', () => {
  let service: TestService;
  let instances: [Instance, Instance];
  let forumId: number;
  let key: string;

  beforeAll(async () => {
    service = await startTestService();
    const { database, url } = service;
    forumId = await writeForum(database, { slug: 'help' });
    key = await writeKey(database, forumId);
    await writeDialogs(database, forumId, [{ id: 1001, tags: ['known'] }]);
    instances = [startInstance(url), startInstance(url)];
    await settle();
  });

  afterAll(async () => {
    for (const { context } of instances) await context.close();
    await service.stop();
  });

  /** Waits until every instance knows all changes. */
  async function settle(): Promise<void> {
    const { revision } = await service.database.one('select revision from forums where id = $1', [forumId]);
    for (const { context } of instances) {
      await until(`each instance knows revision ${revision}`, () =>
        context.revisions.isCurrent(forumId, revision),
      );
    }
  }

  /** Changes by an instance, or directly in the database. */
  const CHANGES = [
    (step: number, { request }: Instance) =>
      request.post('/api/help').send({ ...DIALOG, title: `How do I start? ${step}` }),
    (step: number, { request }: Instance) =>
      request.post('/api/comment/help/1001').send({ ...COMMENT, text: `So: ${step}` }),
    (step: number, { request }: Instance) =>
      request.post('/api/vote/help/1001').send({ ...VOTE, useremail: `voter-${step}@example.com` }),
    () =>
      service.database.tx(async (transaction) => {
        await transaction.none('update dialogs set archived = not archived where id = 1001');
        await bumpRevision(transaction, FORUM_REVISIONS, forumId);
      }),
    (step: number) =>
      service.database.tx(async (transaction) => {
        await transaction.none('update forums set name = $1', [`Help ${step}`]);
        await bumpRevision(transaction, FORUM_REVISIONS, forumId);
      }),
  ];

  it('equals that of a fresh instance, after many changes by several writers', async () => {
    for (let step = 0; step < STEPS; step += 1) {
      const instance = instances[step % 2 === 0 ? 0 : 1];
      await CHANGES[(step * 7) % CHANGES.length]?.(step, instance);
      await service.indexed();
      await settle();
      const path = PATHS[(step * 4) % PATHS.length] ?? '';
      const oracle = startInstance(service.url);
      for (const sent of [undefined, key]) {
        const expected = await ask(oracle, path, sent);
        for (const one of instances) {
          expect([step, path, await ask(one, path, sent)]).toEqual([step, path, expected]);
          expect([step, path, await ask(one, path, sent)]).toEqual([step, path, expected]);
        }
      }
      await oracle.context.close();
    }
  });

  it('shows a post at once on the instance that accepted it', async () => {
    for (const { request } of instances) {
      for (let post = 0; post < 5; post += 1) {
        const before = await request.get('/api/help.json');
        const title = `How do I go on? ${request === instances[0].request} ${post}`;
        await request
          .post('/api/help')
          .send({ ...DIALOG, title })
          .expect(201);
        const after = await request.get('/api/help.json');
        expect(Number(after.headers['x-totalresults'])).toBeGreaterThan(
          Number(before.headers['x-totalresults']),
        );
        expect(after.body[0].title).toBe(title);
      }
    }
  });

  it('S23 posts and reads never cross forums', async () => {
    const other = await writeForum(service.database, { slug: 'other' });
    await writeDialogs(service.database, other, [{ id: 77 }]);
    const [{ request }] = instances;
    for (const id of ['77', '999', '0', '-1', 'a']) {
      for (const path of ['comment', 'vote', 'report-dialog', 'report-comment']) {
        const answer = await request
          .post(`/api/${path}/help/${id}`)
          .send({ ...COMMENT, report_reason: 'Rude.' });
        expect([path, id, answer.status]).toEqual([path, id, 404]);
      }
      await request.get(`/api/dialog/help/${id}.json`).expect(404);
      await request.get(`/api/comment/help/${id}.json`).expect(404);
    }
  });
});
