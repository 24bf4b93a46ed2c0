import type { Environment } from '@guidepost/service-kit';
import { expect } from '@jest/globals';
import type supertest from 'supertest';
import { issueAccessKey } from '../tenants/access-keys.ts';
import { writeDialogs, writeForum } from './content.ts';
import { countEverything, DIALOG } from './posts.ts';
import { startTestService, type TestService } from './test-service.ts';

/** Media types of HTML forms. */
export const FORM_ENCODINGS = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;
export type FormEncoding = (typeof FORM_ENCODINGS)[number];

export const DIALOG_ID = 1_000_001;

/** The service with a forum `help` that accepts questions and problems, and requests for posting tests. */
export interface PostingService extends TestService {
  key: string;
  /** A unique dialog, but for the given fields. */
  newDialog(fields?: object): object;
  post(path: string, body: object): supertest.Test;
  /** Sends a form as browsers do, without following redirects. */
  sendForm(path: string, fields: object, encoding?: FormEncoding): supertest.Test;
  /** The row that posting a dialog creates. */
  stored(path: string, dialog: object): Promise<Record<string, unknown>>;
  /** The messages for refused fields; also asserts that nothing was stored. */
  messagesFor(path: string, body: object): Promise<unknown>;
}

export async function startPostingService(
  environment: Environment = { RATE_LIMITS: 'off' },
): Promise<PostingService> {
  const service = await startTestService(environment);
  const { database, request } = service;
  const forumId = await writeForum(database, { slug: 'help', topics: ['Q', 'P'] });
  await writeDialogs(database, forumId, [{ id: DIALOG_ID }]);
  const { key } = await issueAccessKey(database, 'help', { name: 'test' });
  const post = (path: string, body: object) => request.post(path).send(body);
  let number = 0;
  return {
    ...service,
    key,
    post,
    sendForm: (path, fields, encoding = 'application/x-www-form-urlencoded') =>
      encoding === 'multipart/form-data'
        ? request.post(path).field({ ...fields })
        : request
            .post(path)
            .type(encoding)
            .send({ ...fields }),
    newDialog(fields = {}) {
      number += 1;
      return { ...DIALOG, title: `Title ${number}`, ...fields };
    },
    async stored(path, dialog) {
      await post(path, dialog).expect(201);
      return database.one('select * from dialogs order by pub_date desc, id desc limit 1');
    },
    async messagesFor(path, body) {
      const before = await countEverything(database);
      const answer = await post(path, body);
      expect([answer.status, answer.headers['content-type']]).toEqual([400, 'application/json']);
      expect(await countEverything(database)).toEqual(before);
      return answer.body;
    },
  };
}
