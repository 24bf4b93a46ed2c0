import { issueAccessKey } from '../../services/kb-service/src/tenants/access-keys.ts';
import { type DeskClient, signInAs } from '../../services/kb-service/src/testing/desk-client.ts';
import { EXAMPLE } from '../../services/kb-service/src/testing/example.ts';
import { OPERATOR } from '../../services/kb-service/src/testing/operator.ts';
import { startTestService } from '../../services/kb-service/src/testing/test-service.ts';
import { HOST, PATHS } from '../replica/both-services.ts';
import type { SoakedService } from './soak-load.ts';
import { tokenIn, type Visit } from './visitor.ts';

const WORDS = ['install', 'apples', 'refunds', 'zebra', 'instal', 'nothing here', 'äpples'];
const API = `/knowledge/v1/${HOST}`;
const DESK = `/desk/kb/${HOST}`;

/** What readers, programs and editors of a knowledge base do. @param hooks where changes are sent */
export async function prepareKb(hooks: string, servers: AsyncDisposableStack): Promise<SoakedService> {
  const service = await startTestService([EXAMPLE], { WEBHOOK_ALLOW_PRIVATE: 'on' });
  servers.defer(() => service.stop());
  const editor = await signInAs(service, { host: HOST, role: 'owner', name: 'Eva Ek' });
  await editor.post(`${DESK}/webhooks`, { url: hooks, 'event[guide.updated]': 'on' }).expect(200);
  const { key } = await issueAccessKey(service.database, OPERATOR, {
    host: HOST,
    name: 'soak',
    scope: 'write',
  });
  const headers = { Authorization: `Bearer ${key}` };
  const any = (list: readonly string[], number: number) => list[number % list.length] ?? '';
  return {
    name: 'kb',
    environment: { KB_DATABASE_URL: service.url },
    actions: [
      { weight: 30, run: (visit, number) => visit(200, any(PATHS.kb, number)) },
      {
        weight: 6,
        run: (visit, number) => visit(200, `${API}/guides?q=${encodeURIComponent(any(WORDS, number))}`),
      },
      {
        weight: 3,
        run: (visit, number) =>
          visit(200, `/site/${HOST}/search?q=${encodeURIComponent(any(WORDS, number))}`),
      },
      {
        weight: 3,
        run: (visit, number) =>
          visit(200, `${API}/guides/${any(['31', '32'], number)}/upvote`, { method: 'POST' }),
      },
      {
        weight: 3,
        run: (visit, number) =>
          visit(200, `${DESK}${any(['/guides', '/guides/31', '/insights', '/structure'], number)}`, editor),
      },
      { weight: 2, run: (visit, number) => saveDraft(visit, editor, number) },
      {
        // Each change makes readers fill caches with new answers, up to their bounds: within the first third.
        weight: 6,
        run: (visit, number) =>
          visit(200, `/jsonapi${API}/guides/33`, { method: 'PATCH', headers, json: guide(number) }),
      },
      { weight: 0.3, run: (visit) => signInAndOut(visit, 'eva.ek@example.com') },
    ],
  };
}

function guide(number: number): object {
  return { data: { type: 'guide', id: '33', attributes: { title: `Refunds ${number}` } } };
}

async function saveDraft(visit: Visit, { cookie, token }: DeskClient, number: number): Promise<void> {
  const json = {
    title: `Install it ${number}`,
    contentHtml: `<p>Press the button ${number} times.</p>`.repeat(20),
  };
  await visit(200, `${DESK}/guides/32/draft`, { cookie, json, headers: { 'X-Desk-Token': token } });
}

/** Someone who works at a desk. */
export async function signInAndOut(visit: Visit, email: string): Promise<void> {
  const form = { email, password: 'correct horse battery staple' };
  const { cookie } = await visit(303, '/desk/sign-in', { form });
  const { text } = await visit(200, '/desk/account', { cookie });
  await visit(303, '/desk/sign-out', { cookie, form: { token: tokenIn(text, 'token') } });
}
