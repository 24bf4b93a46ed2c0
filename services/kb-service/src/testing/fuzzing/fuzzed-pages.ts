import { type FuzzedArea, findForms, pageArea } from '@guidepost/openapi/testing';
import { readForms } from '@guidepost/testing/markup';
import { writeContent } from '../content.ts';
import { signInAs } from '../desk-client.ts';
import { EXAMPLE } from '../example.ts';
import { type FuzzedPages, takeMessages } from './fuzzed-desk.ts';

const PEOPLE = 4;

const VISITOR = { cookie: '', token: '' };

/** The pages for readers. */
export async function siteArea({ service, client, routes }: FuzzedPages): Promise<FuzzedArea> {
  await takeMessages(service, EXAMPLE.host);
  const known = {
    host: [EXAMPLE.host],
    slug: ['install', 'apples', 'start', 'new', 'basics', 'money'],
    guide: ['install', 'apples'],
    category: ['start', 'money'],
    tag: ['new', 'basics'],
    q: ['install', 'äpples'],
    page: ['1', '2'],
    text: ['It is wrong.'],
    helpful: ['yes', 'no'],
  };
  const own = routes.filter((route) => route.includes(' /site/'));
  return pageArea({
    name: 'pages',
    // No one has given the example CSS of its own.
    expected: own.filter((route) => route.startsWith('GET') && !route.endsWith('/style.css')),
    routes: own,
    known,
    people: [VISITOR],
    forms: await findForms({ client, routes: own, known, cookie: '', readForms }),
  });
}

/** The pages that sign in or out or change an account. They need several people, since they end sessions. */
export async function accountArea({ service, client, routes, number }: FuzzedPages): Promise<FuzzedArea> {
  const host = `leaving-${number}.example.com`;
  await writeContent(service.database, { ...EXAMPLE, host });
  const people = [];
  for (let index = 0; index < PEOPLE; index += 1)
    people.push(await signInAs(service, { host, role: 'owner' }));
  const known = {
    tenant: [host],
    host: ['new.example.com', host],
    email: people.map(({ name }) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`),
    password: ['correct horse battery staple'],
    current: ['correct horse battery staple'],
  };
  const own = routes.filter(
    (route) => / \/desk\/(?!kb\/)|\/settings\/hosts/.test(route) && !/assets/.test(route),
  );
  const cookie = people[0]?.cookie ?? '';
  return pageArea({
    name: 'accounts',
    // Others need a session, which these end.
    expected: own.filter((route) => route.endsWith('/desk/sign-in')),
    routes: own,
    known,
    people: [...people, VISITOR],
    forms: await findForms({ client, routes: own, known, cookie, readForms }),
  });
}
