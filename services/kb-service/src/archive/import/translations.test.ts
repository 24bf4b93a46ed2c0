import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { deleteKnowledgeBase } from '../../tenants/administration.ts';
import { OPERATOR } from '../../testing/content.ts';
import { useImportFixture } from '../../testing/import-fixture.ts';
import { deleteGuides } from '../../writing/deleted/delete-guides.ts';
import { exportToFile } from '../export/export-knowledge-base.ts';
import { importKnowledgeBase } from './import-knowledge-base.ts';
import { openImportSource } from './open-import-source.ts';

const { signal } = new AbortController();
const DATES = { created_at: '2020-01-02T03:04:05.000Z', updated_at: '2021-01-02T03:04:05.678Z' };

const fixture = useImportFixture();
let host: string;

beforeEach(async () => {
  host = await fixture.createNew();
});

/** The texts in further languages, as `de akku: Akku`, with a mark for those that readers do not see. */
const textsIn = (of: string): Promise<string[]> =>
  fixture.database.map(
    `select e.language || ' ' || g.slug || case when g.published then '' else ' (hidden)' end || ': ' || g.title as text
      from knowledge_bases k
      join knowledge_bases e on e.edition_of = k.id
      join guides g on g.knowledge_base_id = e.id and not g.missing
      where k.host = $1 order by e.language_place, g.slug`,
    [of],
    ({ text }) => text,
  );

const guide = (slug: string, more: object = {}) => ({
  slug,
  title: slug,
  content_html: `<p>${slug}</p>`,
  ...DATES,
  ...more,
});

const german = (slug: string, more: object = {}) => ({ language: 'de', ...guide(slug), ...more });

const TRANSLATED = [
  german('akku', {
    title: 'Akku',
    external: 'zendesk:article:7',
    former: ['batterie'],
    summary: 'Kurz',
  }),
  german('bateria', { language: 'pt-BR', outdated: true, synonyms: ['pilha'] }),
];

const DOCUMENT = {
  categories: [
    {
      slug: 'power',
      name: 'Power',
      translations: [{ language: 'de', slug: 'strom', name: 'Strom', description: 'Akku & Netz' }],
    },
  ],
  tags: [{ slug: 'new', name: 'New', translations: [{ language: 'pt-BR', slug: 'novo', name: 'Novo' }] }],
  guides: [
    guide('battery', {
      categories: ['power'],
      tags: ['new'],
      translations: TRANSLATED,
    }),
    guide('screen', {
      translations: [german('bildschirm', { published: false }), german('ecran', { language: 'fr' })],
    }),
  ],
};

describe('translations in JSON', () => {
  it('are texts of their guides in the languages of the knowledge base; others are listed', async () => {
    const summary = await fixture.importJson(host, DOCUMENT, { languages: ['de', 'pt-BR'] });
    expect(summary).toMatchObject({
      guides: { created: 2, updated: 0, unchanged: 0 },
      translations: { created: 3, updated: 0, unchanged: 0 },
      leftOut: [],
    });
    expect([...summary.otherLanguages]).toEqual([['fr', 1]]);
    expect(await textsIn(host)).toEqual([
      'de akku: Akku',
      'de bildschirm (hidden): bildschirm',
      'pt-BR bateria: bateria',
    ]);
    const again = await fixture.importJson(host, DOCUMENT);
    expect(again.translations).toEqual({ created: 0, updated: 0, unchanged: 3 });
  });

  it('give the same export again', async () => {
    await fixture.importJson(host, DOCUMENT, { languages: ['de', 'pt-BR', 'fr'] });
    const folder = await mkdtemp(join(fixture.folder, 'export-'));
    const exportFrom = async (of: string, name: string) => {
      const file = join(folder, name);
      await exportToFile(fixture.database, { host: of, file, force: false, signal });
      return file;
    };
    const file = await exportFrom(host, 'one.json');
    const { knowledge_base, guides, categories } = JSON.parse(await readFile(file, 'utf8'));
    expect(knowledge_base.languages).toEqual(['en', 'de', 'pt-BR', 'fr']);
    expect(categories[0].translations).toMatchObject([{ language: 'de', slug: 'strom', name: 'Strom' }]);
    expect(guides[0].translations).toEqual([
      {
        ...TRANSLATED[0],
        published: true,
      },
      { ...TRANSLATED[1], published: true },
    ]);
    const other = await fixture.createNew();
    const source = await openImportSource(file);
    await importKnowledgeBase(fixture.database, OPERATOR, { host: other, source, signal });
    expect(await readFile(await exportFrom(other, 'two.json'), 'utf8')).toBe(await readFile(file, 'utf8'));
  });

  it.each([
    [
      'twice',
      [german('akku'), german('akku-2')],
      /translations\[0\] is already the translation of battery into de/,
    ],
    ['into the main language', [german('x', { language: 'en-GB' })], /en-GB is the main language/],
  ])('are left out if they are there %s', async (_title, translations, problem) => {
    const { leftOut, translations: counted } = await fixture.importJson(
      host,
      { guides: [guide('battery', { translations })] },
      { languages: ['de'] },
    );
    expect(leftOut.flatMap(({ problems }) => problems).join()).toMatch(problem);
    expect(counted.created).toBe(translations.length - 1);
  });

  it('are unpublished by --prune when they are gone, but for languages of which the source has none', async () => {
    await fixture.importJson(host, DOCUMENT, { languages: ['de', 'pt-BR', 'fr'] });
    const left = (slug: string) => (slug === 'battery' ? [] : [german('bildschirm')]);
    const source = {
      guides: DOCUMENT.guides.map((each) => ({ ...each, translations: left(each.slug) })),
    };
    const asked = await fixture.importJson(host, source);
    expect(asked).toMatchObject({ gone: ['de: akku'], unpublished: undefined });
    expect(await textsIn(host)).toContain('de akku: Akku');
    const pruned = await fixture.importJson(host, source, { prune: true });
    expect(pruned).toMatchObject({ gone: ['de: akku'], unpublished: ['de: akku'] });
    expect(await textsIn(host)).toEqual([
      'de akku (hidden): Akku',
      'de bildschirm (hidden): bildschirm',
      'pt-BR bateria: bateria',
      'fr ecran: ecran',
    ]);
  });

  it('keep a slug that another translation has, and do not take it', async () => {
    const { leftOut } = await fixture.importJson(
      host,
      {
        guides: [
          guide('a', { translations: [german('same')] }),
          guide('b', { translations: [german('same')] }),
        ],
      },
      { languages: ['de'] },
    );
    expect(leftOut.flatMap(({ problems }) => problems)).toEqual([
      'guides.json: guides[1].translations[0]: another guide has the slug same in de',
    ]);
  });

  it('take the slug of a guide that is not translated', async () => {
    await fixture.importJson(
      host,
      { guides: [guide('a', { translations: [german('b')] }), guide('b')] },
      { languages: ['de'] },
    );
    expect(await textsIn(host)).toEqual(['de b: b']);
  });

  it('go with their knowledge base', async () => {
    await fixture.importJson(host, DOCUMENT, { languages: ['de'] });
    await deleteKnowledgeBase(fixture.database, OPERATOR, { host });
    expect(
      await fixture.database.any('select host from knowledge_bases where host like $1', [`${host}%`]),
    ).toEqual([]);
  });
});

const linksOf = (of: string, name: string): Promise<string> =>
  fixture.database.one(
    `select string_agg(g.slug || ' ' || (regexp_match(g.content_html, 'href="([^"]*)"'))[1], ', ' order by g.slug) as links
      from knowledge_bases e join guides g on g.knowledge_base_id = e.id
      where e.host = $1 and g.content_html like '%href=%'`,
    [`${of}${name}`],
    ({ links }) => links,
  );

describe('translations in a directory', () => {
  const FILES = {
    'index.md': '# Start\n\n[Linux](install/linux.md)',
    'install/linux.md': '# Linux\n\n[Start](../index.md)',
    'install/mac.md': '# Mac',
  };
  const LANGUAGES = ['de', 'pt-BR'];

  it.each<[kind: string, files: Record<string, string>, texts: string[], others?: [string, number][]]>([
    [
      'below a folder with the name of the language',
      { 'de/install/linux.md': '# Linux auf Deutsch', 'pt-br/index.md': '# Início' },
      ['de install-linux: Linux auf Deutsch', 'pt-BR index: Início'],
    ],
    [
      'beside the file of the main language',
      { 'install/linux.de.md': '# Linux auf Deutsch', 'install/linux.pt_BR.md': '# Linux em português' },
      ['de install-linux: Linux auf Deutsch', 'pt-BR install-linux: Linux em português'],
    ],
    [
      'whose front matter says so',
      {
        'anderes/tux.md': '---\nlanguage: de\ntranslation_of: install-linux\nslug: tux\n---\n# Tux',
        'anderes/apfel.md': '---\nlang: de\ntranslation_of: ../install/mac.md\n---\n# Apfel',
      },
      ['de anderes-apfel: Apfel', 'de tux: Tux'],
    ],
    [
      'that readers do not see',
      { 'de/index.md': '---\ndraft: true\n---\n# Anfang' },
      ['de index (hidden): Anfang'],
    ],
    [
      'in languages that it does not have',
      {
        'install/linux.fr.md': '# Linux',
        'install/mac.fr.md': '# Mac',
        'x.md': '---\nlanguage: sv\ntranslation_of: index\n---\n# x',
      },
      [],
      [
        ['sv', 1],
        ['fr', 2],
      ],
    ],
    ['in the language of a region', { 'de-AT/index.md': '# Anfang' }, ['de index: Anfang']],
  ])('are files %s', async (_kind, files, texts, others = []) => {
    const all = { ...FILES, ...files };
    const summary = await fixture.importFiles(host, all, { languages: LANGUAGES });
    expect(await textsIn(host)).toEqual(texts);
    expect(summary).toMatchObject({
      guides: { created: 3, updated: 0, unchanged: 0 },
      translations: { created: texts.length, updated: 0, unchanged: 0 },
      categories: { created: 1, updated: 0 },
      leftOut: [],
      gone: [],
    });
    expect([...summary.otherLanguages]).toEqual(others);
    const again = await fixture.importFiles(host, all);
    expect([again.guides, again.translations]).toEqual([
      { created: 0, updated: 0, unchanged: 3 },
      { created: 0, updated: 0, unchanged: texts.length },
    ]);
  });

  it('leave guides as they are where there is one language', async () => {
    const files = { ...FILES, 'de/index.md': '# Anfang', 'it/index.md': '# IT department' };
    const { guides, translations } = await fixture.importFiles(host, files);
    expect([guides.created, translations.created]).toEqual([5, 0]);
  });

  it('may stand beside a folder of the main language', async () => {
    const files = {
      'en/install/linux.md': '# Linux',
      'de/install/linux.md': '# Linux!',
      'de/install/category.yaml': 'name: Einrichten',
    };
    const { guides, categories } = await fixture.importFiles(host, files, { languages: LANGUAGES });
    expect([guides.created, categories.created]).toEqual([1, 1]);
    expect(await textsIn(host)).toEqual(['de install-linux: Linux!']);
    expect(
      await fixture.database.map(
        'select c.name from categories c join knowledge_bases k on k.id = c.knowledge_base_id where k.host like $1 order by k.host',
        [`${host}%`],
        ({ name }) => name,
      ),
    ).toEqual(['Install', 'Einrichten', 'Install']);
  });

  it('have links to guides in the same language, and to what stands in for them', async () => {
    await fixture.importFiles(
      host,
      {
        ...FILES,
        'de/index.md': '---\nslug: anfang\n---\n# Anfang\n\n[Linux](install/linux.md)',
        'de/install/mac.md': '---\nslug: apfel\n---\n# Apfel\n\n[Anfang](../index.md)',
        'install/linux.pt-BR.md': '# Linux\n\n[Start](../index.md)',
      },
      { languages: LANGUAGES },
    );
    expect(await linksOf(host, '')).toBe('index install-linux, install-linux index');
    expect(await linksOf(host, ':de')).toBe('anfang install-linux, apfel anfang');
    expect(await linksOf(host, ':pt-br')).toBe('install-linux index');
  });

  it.each([
    [
      'without a guide',
      { 'de/fremd.md': '# Fremd' },
      ['de/fremd.md: there is no guide fremd in en that it translates (translation_of names it)'],
    ],
    [
      'twice',
      { 'de/index.md': '# Anfang', 'index.de.md': '# Start' },
      ['de/index.md: index.de.md is already the translation of index into de'],
    ],
    [
      'without content',
      { 'de/install/mac.md': '---\nslug: [\n---\nx' },
      [expect.stringMatching(/^de\/install\/mac\.md: /)],
    ],
  ])('are left out %s', async (_title, files, problems) => {
    const summary = await fixture.importFiles(host, { ...FILES, ...files }, { languages: LANGUAGES });
    expect(summary.leftOut.flatMap((left) => left.problems)).toEqual(problems);
    expect(summary.guides.created).toBe(3);
  });

  it('stay deleted here with their guide', async () => {
    const files = { ...FILES, 'de/index.md': '# Anfang' };
    await fixture.importFiles(host, files, { languages: LANGUAGES });
    await deleteGuides(fixture.database, OPERATOR, { host, slugs: ['index'] });
    const { deletedHere, leftOut } = await fixture.importFiles(host, files);
    expect(deletedHere).toEqual(['index.md']);
    expect(leftOut.flatMap(({ problems }) => problems)).toEqual([
      'de/index.md: its guide index has been deleted here',
    ]);
  });

  it('stay as they are when they were changed here', async () => {
    const files = { ...FILES, 'de/index.md': '# Anfang' };
    await fixture.importFiles(host, files, { languages: LANGUAGES });
    await fixture.database.none(
      "update guides set edited = true where title = 'Anfang' and knowledge_base_id = (select id from knowledge_bases where host = $1)",
      [`${host}:de`],
    );
    const changed = { ...files, 'de/index.md': '# Beginn' };
    expect((await fixture.importFiles(host, changed)).edited).toEqual(['de: index']);
    expect(await textsIn(host)).toEqual(['de index: Anfang']);
    const { translations } = await fixture.importFiles(host, changed, { overwrite: true });
    expect([translations.updated, await textsIn(host)]).toEqual([1, ['de index: Beginn']]);
  });
});
