import { issueAccessKey } from '../../../services/kb-service/src/tenants/access-keys.ts';
import { OPERATOR } from '../../../services/kb-service/src/testing/content.ts';
import { type DeskClient, signInAs } from '../../../services/kb-service/src/testing/desk-client.ts';
import { EXAMPLE } from '../../../services/kb-service/src/testing/example.ts';
import { startTestService } from '../../../services/kb-service/src/testing/test-service.ts';
import { HOST, PATHS } from '../content.ts';
import type { Place } from '../place.ts';
import { type Action, any, signInAndOut, type Visit } from './visits.ts';

const WORDS = ['install', 'apples', 'refunds', 'zebra', 'instal', 'nothing here', 'äpples'];
const PAGES = ['/guides', '/guides/31', '/insights', '/structure'];
const API = `/knowledge/v1/${HOST}`;
const DESK = `/desk/kb/${HOST}`;

/** The visits of readers, programs and editors of a knowledge base. @param hooks where changes are sent */
export async function prepareKnowledgeBase(
  { servers }: Place,
  hooks: string,
): Promise<{ environment: Record<string, string>; actions: readonly Action[] }> {
  const service = await startTestService([EXAMPLE], { WEBHOOK_ALLOW_PRIVATE: 'on' });
  servers.defer(() => service.stop());
  const editor = await signInAs(service, { host: HOST, role: 'owner', name: 'Eva Ek' });
  await editor.post(`${DESK}/webhooks`, { url: hooks, 'event[guide.updated]': 'on' }).expect(200);
  const named = { host: HOST, name: 'soak', scope: 'write' } as const;
  const { key } = await issueAccessKey(service.database, OPERATOR, named);
  const headers = { Authorization: `Bearer ${key}` };
  const words = (number: number) => encodeURIComponent(any(WORDS, number));
  return {
    environment: { KB_DATABASE_URL: service.url },
    actions: [
      [30, (visit, number) => visit(200, any(PATHS.kb, number))],
      [6, (visit, number) => visit(200, `${API}/guides?q=${words(number)}`)],
      [3, (visit, number) => visit(200, `/site/${HOST}/search?q=${words(number)}`)],
      [3, (visit, n) => visit(200, `${API}/guides/${any(['31', '32'], n)}/upvote`, { method: 'POST' })],
      [3, (visit, number) => visit(200, `${DESK}${any(PAGES, number)}`, editor)],
      [2, (visit, number) => saveDraft(visit, editor, number)],
      // Each change makes readers fill caches with new answers, up to their bounds: within the first third.
      [
        6,
        (visit, number) =>
          visit(200, `/jsonapi${API}/guides/33`, { method: 'PATCH', headers, json: guide(number) }),
      ],
      [0.3, (visit) => signInAndOut(visit, 'eva.ek@example.com')],
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
