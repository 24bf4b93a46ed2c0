import { namedLanguages } from '@guidepost/i18n';
import { byName, collationOf } from '@guidepost/i18n/text-order';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DeskClient, signInAs } from '../testing/desk-client.ts';
import { startTestService, type TestService } from '../testing/test-service.ts';

const ORDERS: Readonly<Record<string, string[]>> = {
  en: ['Åka', 'Ananas', 'Äpple', 'Olja', 'Örn', 'Step 2', 'Step 10', 'Zebra'],
  sv: ['Ananas', 'Olja', 'Step 2', 'Step 10', 'Zebra', 'Åka', 'Äpple', 'Örn'],
  da: ['Abe', 'Trin 2', 'Trin 10', 'Zebra', 'Æble', 'Øl', 'Åben', 'Aalborg'],
  nb: ['Ape', 'Trinn 2', 'Trinn 10', 'Zebra', 'Æsj', 'Øl', 'Åpen', 'Aasen'],
  no: ['Zebra', 'Æsj', 'Øl', 'Åpen'],
  fi: ['Auto', 'Vaihe 2', 'Vaihe 10', 'Zeppelin', 'Åland', 'Äiti', 'Öljy'],
  de: ['Apfel', 'Äpfel', 'Nuss', 'Öl', 'Ort', 'Schritt 2', 'Schritt 10', 'Zug'],
  fr: ['Étape 2', 'Étape 10', 'Œuf', 'Zèbre'],
  es: ['Nube', 'Ñandú', 'Oro', 'Paso 2', 'Paso 10'],
  et: ['Saal', 'Šokk', 'Zoo', 'Žanr', 'Tee', 'Õun', 'Äär', 'Öö', 'Üks', 'Xenon'],
  cs: ['Cena', 'Čaj', 'Hora', 'Chata', 'Jablko', 'Krok 2', 'Krok 10'],
  hu: ['Cukor', 'Csillag', 'Dal', 'Zug', 'Zseb'],
  pl: ['Krok 2', 'Krok 10', 'Lato', 'Łata', 'Mama', 'Zamek', 'Źdźbło', 'Żaba'],
  tr: ['Cam', 'Çay', 'Ilık', 'İnce', 'Okul', 'Öğle'],
  uk: ['Гора', 'Ґанок', 'Крок 2', 'Крок 10', 'Zebra'],
  // No language of CLDR.
  xx: ['Åka', 'Step 2', 'Step 10', 'Zebra'],
};

/** As far from its order as it can be; of equal texts the lower id comes first. */
const named = (texts: string[]) =>
  texts.map((name, index) => ({ id: texts.length - index, name })).toReversed();

const F20 = ['Ananas', 'Olja', 'Zebra', 'Åka', 'Äpple', 'Örn'];
const HOST = 'hjalp.example.com';
const DESK = `/desk/kb/${HOST}`;

describe('the order of a language', () => {
  let service: TestService;
  let desk: DeskClient;

  beforeAll(async () => {
    const names = ['Zebra', 'Äpple', 'Ananas', 'Åka', 'Örn', 'Olja'];
    const all = names.map((_, index) => index + 1);
    const things = names.map((name, index) => ({ id: index + 1, slug: `x${index}`, name }));
    const content = {
      host: HOST,
      language: 'sv',
      categories: things,
      tags: things,
      guides: [
        ...names.map((title, index) => ({
          id: index + 1,
          slug: `x${index}`,
          title,
          tags: all,
          content: '<p>Frukt</p>',
        })),
        { id: 7, slug: 'filed', title: 'Övrigt', categories: all, tags: [] },
      ],
    };
    service = await startTestService([content]);
    await service.indexed();
    desk = await signInAs(service, { host: HOST, role: 'owner' });
  });

  afterAll(() => service.stop());

  it.each(Object.entries(ORDERS))('%s, in the database and without it', async (language, expected) => {
    const rows = await service.database.any<{ name: string }>(
      `select name from unnest($1::text[]) as t (name) order by name collate ${collationOf(language)}`,
      [expected.toReversed()],
    );
    expect(rows.map(({ name }) => name)).toEqual(expected);
    const sorted = named(expected).toSorted(byName(language));
    expect(sorted.map(({ name }) => name)).toEqual(expected);
  });

  it('has a collation for each language', async () => {
    const wanted = new Set(namedLanguages('en').map(({ code }) => collationOf(code)));
    const rows = await service.database.any<{ name: string }>(
      `select collname as name from pg_collation where collname like 'order\\_%'`,
    );
    expect(new Set(rows.map(({ name }) => name))).toEqual(wanted);
  });

  it('of texts that differ in nothing that counts is that of their bytes, and of equal ones that of the ids', async () => {
    const texts = ['Step 02', 'Step 2', 'Step 2'];
    const sorted = named(texts).toSorted(byName('sv'));
    expect(sorted).toEqual([
      { id: 3, name: 'Step 02' },
      { id: 1, name: 'Step 2' },
      { id: 2, name: 'Step 2' },
    ]);
    const { names } = await service.database.one<{ names: string[] }>(
      'select array_agg(name order by name collate order_sv) as names from unnest($1::text[]) as t (name)',
      [texts.toReversed()],
    );
    expect(names).toEqual(texts);
  });

  const api = async (path: string) => (await service.get(`/knowledge/v1/${HOST}${path}`).expect(200)).body;
  const listed = async (path: string) =>
    (await api(path)).data.map(({ attributes }: { attributes: { name?: string; title?: string } }) =>
      String(attributes.title ?? attributes.name),
    );
  const page = (path: string) => service.request.get(path).set('Host', HOST).expect(200);

  it.each([
    ['guides?sort=title', [...F20, 'Övrigt']],
    ['guides?sort=-title', [...F20, 'Övrigt'].toReversed()],
    ['tags/1/guides?sort=title', F20],
    ['guides?filter[tag]=x0&sort=title', F20],
    ['guides?q=frukt&sort=title', F20],
    ['tags', F20],
    ['tags?sort=-name', F20.toReversed()],
    ['guides/1/tags', F20],
    ['categories?sort=name', F20],
    ['guides/7/categories?sort=name', F20],
  ])('of GET /%s', async (path, expected) => {
    expect(await listed(`/${path}`)).toEqual(expected);
  });

  it.each(['/guides/1?include=tags', '?include=tags', '/guides?include=tags&page[size]=1'])(
    'of the tags that %s includes',
    async (path) => {
      const { data, included } = await api(path);
      const records = new Map(
        included.map(({ data: { id, attributes } }: Included) => [id, attributes.name]),
      );
      expect([...records.values()]).toEqual(F20);
      const { tags } = (Array.isArray(data) ? data[0] : data).relationships;
      expect(tags.data.map(({ id }: { id: string }) => records.get(id))).toEqual(F20);
    },
  );

  it.each([
    ['/guides', ''],
    ['/tags/x0', ''],
    ['/', 'id="others"'],
    ['/guides/x0', 'class="tags"'],
  ])('at %s', async (path, beginning) => {
    expect(appearing((await page(path)).text, F20, beginning)).toEqual(F20);
  });

  it.each([
    ['guides by title', '/guides?sort=title', '<tbody', F20],
    ['guides by title, descending', '/guides?sort=-title', '<tbody', F20.toReversed()],
    ['tags of a filter', '/guides', 'name="tag"', F20],
    ['tags', '/structure', 'class="tags"', F20],
  ])('of %s at the desk', async (_, path, beginning, expected) => {
    expect(appearing((await desk.get(DESK + path)).text, F20, beginning)).toEqual(expected);
  });

  it('of the tags of a guide in the editor', async () => {
    expect((await desk.get(`${DESK}/guides/1`)).text).toContain(`value="${F20.join(', ')}"`);
  });

  it('changes at once with the language', async () => {
    const settings = { name: 'x', organization_name: 'x', access: 'public', accent_color: '#000000' };
    for (const [language, expected] of [
      ['en', ['Åka', 'Ananas', 'Äpple', 'Olja', 'Örn', 'Zebra']],
      ['sv', F20],
    ] as const) {
      await desk.post(`${DESK}/settings`, { ...settings, language }).expect(303);
      expect(await listed('/tags')).toEqual(expected);
      expect(await listed('/guides?filter[tag]=x0&sort=title')).toEqual(expected);
      expect(appearing((await page('/guides')).text, F20)).toEqual(expected);
    }
  });
});

/** These texts in the order in which a page has them, from a beginning on, as contents of an element. */
function appearing(html: string, texts: readonly string[], beginning = ''): string[] {
  const part = html.slice(html.indexOf(beginning));
  const places = new Map(texts.map((text) => [text, part.search(new RegExp(`>\\s*${text}\\s*<`))]));
  const found = texts.filter((text) => (places.get(text) ?? -1) >= 0);
  return found.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0));
}

interface Included {
  data: { id: string; attributes: { name: string } };
}
