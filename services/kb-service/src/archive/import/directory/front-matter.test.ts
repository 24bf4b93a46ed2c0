import { describe, expect, it } from '@jest/globals';
import { splitFrontMatter } from './front-matter.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

const split = (source: string, path = 'a.md') => splitFrontMatter(source, path, NOW);
const read = (...lines: string[]) => split(['---', ...lines, '---', 'text'].join('\n'));
const front = (...lines: string[]) => read(...lines).front;

describe('front matter', () => {
  it('has title, slug, categories, position, tags and published', () => {
    const { front: found, text } = read(
      'title: "Install: Linux"',
      'slug: linux',
      'categories: [install, Getting started]',
      'position: 0',
      'tags:',
      '  - new',
      '  - C++',
      'published: false',
    );
    expect(found).toEqual({
      title: 'Install: Linux',
      slug: 'linux',
      categories: ['install', 'Getting started'],
      position: 0,
      tags: ['new', 'C++'],
      hidden: 'published: false',
      unknown: [],
      remarks: [],
    });
    expect(text).toBe('\ntext');
  });

  it.each([
    ['a title that looks like a number', 'title: 1.10', { title: '1.10' }],
    ['a title that looks like a date', 'title: 2026-01-02', { title: '2026-01-02' }],
    ['a title with a colon', 'title: Install: Linux', { title: 'Install: Linux' }],
    ['a tag that looks like a boolean', 'tags: [yes, 007]', { tags: ['yes', '007'] }],
    ['one name instead of a list', 'tags: new', { tags: ['new'] }],
    ['one name of two words', 'categories: Getting started', { categories: ['Getting started'] }],
    ['names with commas between them', 'tags: invoices, cards', { tags: ['invoices', 'cards'] }],
    ['names with commas in quotation marks', 'tags: "invoices, cards,"', { tags: ['invoices', 'cards'] }],
    ['names as Obsidian writes them', 'tags: "#invoices #cards"', { tags: ['invoices', 'cards'] }],
    ['a list of such names', 'tags: ["#invoices", C#]', { tags: ['invoices', 'C#'] }],
    ['a list with an empty item', 'tags:\n  - a\n  -', { tags: ['a'] }],
    ['one category or tag', 'category: A\ntag: b', { categories: ['A'], tags: ['b'] }],
    ['keys in letters of any case', 'Title: A\nTAGS: [b]', { title: 'A', tags: ['b'] }],
    ['an empty value', 'tags:', {}],
    ['TRUE', 'published: TRUE', { published: true }],
    ['unknown keys', 'layout: post\n__proto__: {a: b}', { unknown: ['layout', '__proto__'] }],
    ['a comment only', '# nothing', {}],
    ['nothing', '', {}],
    ['CRLF line ends', 'title: a\r', { title: 'a' }],
    ['a bad value of an unknown key', 'a: *b', { unknown: ['a'] }],
  ])('may be %s', (_, line, expected) => {
    expect(front(line)).toEqual({ unknown: [], remarks: [], ...expected });
  });

  it.each([
    ['after a byte order mark', '---\ntitle: a\n---\nb'],
    ['with spaces behind the hyphens', '---  \ntitle: a\n--- \t\nb'],
    ['with dots at the end', '---\ntitle: a\n...\nb'],
    ['after empty lines', '\n \n---\ntitle: a\n---\nb'],
    ['named YAML', '---yaml\ntitle: a\n---\nb'],
    ['with a comment behind the hyphens', '--- # Hugo\ntitle: a\n---\nb'],
    ['with CRLF', '---\r\ntitle: a\r\n---\r\nb'],
    ['in TOML', '+++\ntitle = "a"\n+++\nb'],
    ['in TOML with CRLF', '+++\r\ntitle = "a"\r\n+++\r\nb'],
    ['in TOML between hyphens', '---toml\ntitle = "a"\n---\nb'],
    ['in JSON', '{\n  "title": "a"\n}\nb'],
    ['in JSON between hyphens', '---json\n{"title": "a"}\n---\nb'],
    ['in JSON with brackets in text', '{"title": "a", "b": "}{\\"}"}\nb'],
  ])('may stand %s', (_, source) => {
    const { front: found, text } = split(source);
    expect([found.title, text.trim()]).toEqual(['a', 'b']);
  });

  it('reads TOML with dates, tables and numbers', () => {
    const toml = [
      'title = "A year with the Lom E"',
      'date = 2026-01-02T10:00:00Z',
      'position = 3',
      'tags = ["news"]',
      'draft = false',
      'weight = 1.5',
      '[taxonomies]',
      'categories = ["Reviews"]',
      'authors = ["Tom"]',
      '[extra]',
      'toc = true',
    ].join('\n');
    expect(split(`+++\n${toml}\n+++\n\nThe text begins here.`)).toEqual({
      front: {
        title: 'A year with the Lom E',
        position: 3,
        tags: ['news'],
        categories: ['Reviews'],
        dates: { createdAt: '2026-01-02T10:00:00.000Z', updatedAt: undefined },
        unknown: ['weight', 'extra'],
        remarks: [],
      },
      text: '\n\nThe text begins here.',
    });
  });

  it.each([
    ['a number', 'title = 2026', '2026'],
    ['a date', 'title = 2026-01-02', '2026-01-02'],
    ['a time', 'title = 07:32:00', '07:32:00.000'],
    ['a boolean', 'title = true', 'true'],
    ['a number beyond those of JavaScript', 'title = 9007199254740993', '9007199254740993'],
  ])('takes %s of TOML for a title', (_, toml, title) => {
    expect(split(`+++\n${toml}\n+++\n`).front.title).toBe(title);
  });

  it.each([
    ['no line of hyphens', 'a\n---\ntitle: a\n---\n'],
    ['a longer line of hyphens', '----\ntitle: a\n----\n'],
    ['a line of hyphens and text', '---\nSome text\n---\nMore'],
    ['a list between two lines', '---\n- a\n- b\n---\nMore'],
    ['one line only', '---\n\nSome text: and more.\n'],
    ['a note between two lines further below', '\n---\nNote: text\n---\n'],
    ['a template', '{{< note >}}\ntitle: a'],
    ['brackets that are text', '{"a"} is JSON.'],
    ['JSON with text behind it', '{"a": 1} is JSON.'],
    ['plus signs', '+++\n\nText\n'],
  ])('is missing with %s', (_, text) => {
    expect(split(text)).toEqual({ front: { unknown: [], remarks: [] }, text });
  });

  it('is read without an unknown key that is invalid, which is a remark', () => {
    expect(front('title: Aliases', 'aliases: [', '\t"/a",', '\t"/b",', ']', 'tags: [a]')).toEqual({
      title: 'Aliases',
      tags: ['a'],
      unknown: [],
      remarks: [expect.stringMatching(/^a\.md: line 4: aliases is not read: Flow sequence/)],
    });
  });

  it('reads what follows an unknown key whose quotation mark does not end', () => {
    expect(front('layout: "post', 'draft: true')).toMatchObject({ hidden: 'draft: true' });
  });

  it.each([
    ['without a space', ['layout: "x', 'draft:true'], 'draft: true'],
    ['in quotation marks', ['layout: [', '"draft": "true"'], 'draft: true'],
  ])('reads a key %s behind an invalid value', (_, lines, hidden) => {
    expect(front(...lines)).toMatchObject({ hidden });
  });

  it('is refused if an invalid value may contain a key that decides', () => {
    expect(() => read('layout: x', ' draft: true')).toThrow(/^a\.md: line \d: /);
    expect(front('layout: x', ' color: red')).toMatchObject({ remarks: [expect.stringContaining('layout')] });
  });

  it.each([
    ['/docs/Set up', 'docs-set-up'],
    ['my_page', 'my-page'],
    ['A b', 'a-b'],
  ])('makes a slug of %s and says so', (written, slug) => {
    expect(front(`slug: ${written}`)).toEqual({
      slug,
      unknown: [],
      remarks: [`a.md: line 2: the slug ${written} becomes ${slug}`],
    });
  });

  it('does without a slug that has no letters', () => {
    expect(front('slug: /')).toEqual({
      unknown: [],
      remarks: ['a.md: line 2: the slug / has no letters or digits'],
    });
  });

  it.each([
    ['truncated YAML', ['title: "a', 'slug: b'], /^a\.md: line [234]: Missing closing "quote/],
    ['a key twice', ['title: a', 'title: b'], 'a.md: line 3: Map keys must be unique'],
    ['a key twice in other letters', ['title: a', 'Title: b'], 'a.md: line 3: Title is there twice'],
    ['a list as title', ['slug: b', 'title: [a]'], 'a.md: line 3: title must be text'],
    ['a map as tags', ['tags: {a: b}'], 'a.md: line 2: tags must be a list of names'],
    ['a list in the tags', ['tags: [[a]]'], 'a.md: line 2: tags must be a list of names'],
    ['half a sign as title', ['title: "\\uD800"'], 'a.md: line 2: title must be text'],
    [
      'a position below 0',
      ['position: -1'],
      'a.md: line 2: position must be a whole number from 0 to 1000000',
    ],
    ['a fraction as position', ['position: 1.5'], 'a.md: line 2: position must be a whole number'],
    ['a word as position', ['position: first'], 'a.md: line 2: position must be a whole number'],
    ['a position too high', ['position: 1000001'], 'a.md: line 2: position must be a whole number'],
    ['a list as position', ['position: [1]'], 'a.md: line 2: position must be a whole number'],
    ['two mistakes', ['title: []', 'tags: {}'], 'title must be text\na.md: line 3: tags must be'],
    [
      'keys without spaces behind the colons',
      ['draft:true'],
      'a.md: line 2: the front matter must be a mapping',
    ],
    ['two documents', ['title: a', '--- b'], 'a.md: line 3: '],
  ])('names file and line of %s', (_, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });

  it.each([
    ['YAML', '---\ndraft: true\n\nText', 'a.md: line 1: the front matter has no end'],
    ['TOML', '+++\ndraft = true\n\nText', 'a.md: line 1: the front matter has no end'],
    ['JSON', '{"draft": true,\n\nText', 'a.md: line 1: the front matter has no end'],
    ['TOML with a mistake', '+++\na = 1\ntitle = b\n+++\n', 'a.md: line 3: invalid TOML: '],
    ['JSON with a mistake', '{"title": "a",}\nb', 'a.md: invalid JSON at line 1, column 15'],
    ['a list in TOML', '+++\ntags = [1, 2]\ntitle = [1]\n+++\n', 'a.md: line 3: title must be text'],
    ['a list in JSON', '{\n"title": [1]\n}\n', 'a.md: line 2: title must be text'],
  ])('names file and line of a mistake: %s', (_, source, message) => {
    expect(() => split(source)).toThrow(message);
  });

  it.each([
    ['an alias', ['title: &a b', 'slug: *a'], 'a.md: line 3: slug must be'],
    [
      'aliases of aliases',
      ['a: &a [x,x]', 'b: &b [*a,*a]', 'c: &c [*b,*b]', 'tags: [*c]'],
      'a.md: line 5: tags must be a list of names',
    ],
    ['brackets without end', [`tags: ${'['.repeat(10_000)}`], 'a.md: line 1: the front matter is too large'],
    ['nested lists', ['- '.repeat(1_000)], 'a.md: line 1: the front matter is too large'],
    [
      'more than 20,000 characters',
      [`title: ${'a'.repeat(20_000)}`],
      'a.md: line 1: the front matter is too',
    ],
  ])('refuses bombs: %s', (_, lines, message) => {
    expect(() => read(...lines)).toThrow(message);
  });
});

const FUTURE_DATES = [
  '2026-12-24 9:00',
  '2026-12-24 10:00:00 -5',
  '2026-11-28 10:00:00 -5',
  '2026-11-28 13:30:00+01',
  '24/12/2026',
  '24.12.2026 9:00',
  '12/24/2026',
  '28 November 2026 12:01',
  '28 Nov 2026 10:00 -0500',
];

/** S41: the key, its value in YAML, and the reason that the summary gives. */
const HIDDEN: [yaml: string, reason?: string][] = [
  ['draft: true'],
  ['draft: True'],
  ['draft: "YES"'],
  ['draft: on'],
  ['draft: 1'],
  ['Draft: true'],
  ['isDraft: true'],
  ['is_draft: true'],
  ['draft: [true]', 'draft: [true]'],
  ['draft: maybe', 'draft: maybe, which is not understood'],
  ['draft: {a: b}', 'draft: {a: b}, which is not understood'],
  ['draft: *a', 'draft: ?, which is not understood'],
  ['publish: false'],
  ['publish: No'],
  ['published: no'],
  ['published: 0'],
  ['published: "False"', 'published: False'],
  ['published: maybe', 'published: maybe, which is not understood'],
  ['published: [true, false]'],
  ['dg-publish: false'],
  ['public: off'],
  ['hidden: true'],
  ['hide: true'],
  ['unlisted: true'],
  ['private: true'],
  ['staff_only: true'],
  ['restricted: yes'],
  ['internal: true'],
  ['headless: true'],
  ['password: secret'],
  ['expiryDate: 2026-11-27', 'expiryDate: 2026-11-27, which is past'],
  ['expirydate: 2026-11-28T11:59:59Z', 'expirydate: 2026-11-28T11:59:59Z, which is past'],
  ['expires: soon', 'expires: soon, which is not understood'],
  ['publishDate: 2026-11-29', 'publishDate: 2026-11-29, which is in the future'],
  ['publish_date: 3 December 2026', 'publish_date: 3 December 2026, which is in the future'],
  ['published: 2027-01-01', 'published: 2027-01-01, which is in the future'],
  ['date: 2027-01-02 10:00:00 +0200', 'date: 2027-01-02 10:00:00 +0200, which is in the future'],
  ...FUTURE_DATES.map((date): [string, string] => [`date: ${date}`, `date: ${date}, which is in the future`]),
  ['publishDate: 12/11/2026', 'publishDate: 12/11/2026, which is in the future'],
  ['expires: 12/11/2026', 'expires: 12/11/2026, which is past'],
  ['publishDate: 24 o’clock', 'publishDate: 24 o’clock, which is not understood'],
  ['status: Draft'],
  ['status: "In review"', 'status: In review'],
  ['state: [unpublished]'],
  ['post_status: auto-draft'],
  ['status: notpublished'],
  ['status: In draft'],
  ['status: Awaiting approval'],
  ['status: Draft - do not publish'],
  ['status: entwurf'],
  ['status: 0'],
  ['status: "published, draft"', 'status: published, draft'],
  ['status: 🚧'],
  ['state: false'],
  ['groups: [admin]'],
  ['groups: [1]'],
  ['required_role: 1'],
  ['user_segment_id: 1'],
  ['password: true'],
  ['password: public'],
  ['password: "!!!"', 'password: !!!'],
  ['published: null'],
  ['published_at: ~'],
  ['visibility: members'],
  ['access: [staff, public]'],
  ['audience: internal'],
  ['audience: Agents only'],
  ['audience: [customers, Our employees]'],
  ['user_segment_id: 360000'],
  ['build: {render: never}'],
  ['_build: {list: false}'],
  ['permalink: false'],
  ['params: {draft: true}', 'draft: true'],
  ['published: true\ndraft: true', 'draft: true'],
];

const PUBLIC: [yaml: string][] = [
  ['draft: false'],
  ['draft: No'],
  ['draft:'],
  ['draft: []'],
  ['publish: yes'],
  ['published: 2026-01-02'],
  ['published: 2024'],
  ['hidden: false'],
  ['hide: [navigation, toc]'],
  ['expiryDate: 2026-11-29'],
  ['expires: never'],
  ['publishDate: 2026/1/2'],
  ['publishDate: 2026-11-28T14:00:00+02:00'],
  ['pubDate: Jul 08 2022'],
  ['date: 2026-01-02'],
  ['date: when it is ready'],
  ['date: 2026-11-28 9:00'],
  ['publishDate: 24/12/2025'],
  ['publishDate: 28 November 2026 11:59'],
  ['status: stable'],
  ['status: Published'],
  ['state: true'],
  ['status: []'],
  ['visibility: public'],
  ['access: Everyone'],
  ['audience: administrators'],
  ['user_segment_id: null'],
  ['user_segment_id: 0'],
  ['groups: []'],
  ['groups: [Everyone, guests]'],
  ['password: false'],
  ['draft: null'],
  ['expires: null'],
  ['embargo_until: null'],
  ['published_at:'],
  ['render: static'],
  ['permalink: /a/'],
  ['sidebar: {hidden: true}'],
];

describe('S41 a file that is not public', () => {
  it.each(HIDDEN)('is hidden by %s', (yaml, reason = yaml.replaceAll('"', '')) => {
    expect(front(yaml)).toMatchObject({ hidden: reason, unknown: [] });
  });

  it.each(PUBLIC)('is not one with %s', (yaml) => {
    const { hidden, published } = front(yaml);
    expect([hidden, published]).toEqual([undefined, undefined]);
  });

  it('only published: true publishes', () => {
    expect(front('published: yes')).toMatchObject({ published: true });
  });

  it.each([
    ['TOML', '+++\nDraft = true\n+++\nb', 'Draft: true'],
    ['TOML with text', '+++\npublish = "no"\n+++\nb', 'publish: no'],
    ['TOML with a date', '+++\nexpiryDate = 2026-01-02\n+++\nb', 'expiryDate: 2026-01-02, which is past'],
    ['TOML in a table', '+++\n[extra]\nhidden = true\n+++\nb', 'hidden: true'],
    ['JSON', '{"draft": true}\nb', 'draft: true'],
    ['JSON with text', '{"published": "No"}\nb', 'published: No'],
    ['JSON with null beside it', '{"draft": true, "published": null}\nb', 'draft: true'],
    ['JSON with published: null', '{"title": null, "published": null}\nb', 'published: null'],
    ['JSON with published_at: null', '{"tags": [null], "published_at": null}\nb', 'published_at: null'],
    ['JSON with is_published: null', '{"is_published": null}\nb', 'is_published: null'],
    ['JSON with published_on: null', '{"published_on": null}\nb', 'published_on: null'],
    ['YAML after empty lines', '\n\n---\ndraft: true\n---\nb', 'draft: true'],
  ])('says so in %s', (_, source, hidden) => {
    expect(split(source).front).toMatchObject({ hidden });
  });

  it('may be in the folder of drafts of Jekyll', () => {
    expect(split('Text', 'help/_drafts/a.md').front.hidden).toBe('it is in _drafts');
    expect(split('Text', 'help/_drafts.md').front.hidden).toBeUndefined();
  });
});

describe('a page of Notion', () => {
  const PAGE = 'Help/Getting started 0123456789abcdef0123456789abcdef.md';
  const HEADING = '# Getting started\n\n';

  it('one line alone hides, and stays in the text, since it may be a sentence', () => {
    const { front: found, text } = split('Status: all is well\n\nText.', 'a.md');
    expect([found.hidden, text]).toEqual(['Status: all is well', 'Status: all is well\n\nText.']);
  });

  it('has properties below its heading', () => {
    const { front: found, text } = split(`${HEADING}Status: Draft\nOwner: Ann\nTags: a, b\n\nText.`, PAGE);
    expect(found).toMatchObject({ tags: ['a', 'b'], hidden: 'Status: Draft' });
    expect(text).toBe(`${HEADING}Owner: Ann\n\nText.`);
  });

  it.each([
    ['text', `${HEADING}Tags: a\nand more text\n`],
    ['a sentence', `${HEADING}One thing: it works.\n`],
    ['properties only', `${HEADING}Owner: Ann`],
    ['a heading only', '# Getting started'],
    ['no heading', 'Tags: a\n'],
  ])('keeps %s', (_, source) => {
    expect(split(source, PAGE)).toEqual({ front: { unknown: [], remarks: [] }, text: source });
  });
});

describe('lines at the beginning of Markdown', () => {
  it('are properties', () => {
    const { front: found, text } = split(
      'Title: A\r\nAuthor: Ann\r\nTags: a, b\r\nStatus: draft\r\n\r\nText.',
    );
    expect(found).toMatchObject({
      title: 'A',
      tags: ['a', 'b'],
      hidden: 'Status: draft',
      unknown: ['Author'],
    });
    expect(text.trim()).toBe('Text.');
  });

  it.each([
    ['without a value', 'Title: A\nDraft: true\nTags:', { hidden: 'Draft: true' }],
    ['with a value below', 'Title: A\nDraft:\n    true', { hidden: 'Draft: true' }],
    ['with a list below', 'Title: A\nTags: a\n\tb\n  - c, d', { tags: ['a', 'b', 'c', 'd'] }],
    ['with more lines', 'Title: A\nStatus: published\n  in part', { hidden: 'Status: published in part' }],
    ['with a long title', 'Title: A\n  and B\nDraft: no', { title: 'A and B' }],
  ])('may be %s', (_, lines, expected) => {
    const { front: found, text } = split(`${lines}\n\nText.`);
    expect(found).toEqual({ title: 'A', unknown: [], remarks: [], ...expected });
    expect(text.trim()).toBe('Text.');
  });

  it.each([
    ['Tags:\n\nText.'],
    ['Note:\n    code\n\nText.'],
    ['https://example.com/\n\nText.'],
    ['    code: a\n\nText.'],
  ])('are not read in %j', (source) => {
    expect(split(source)).toEqual({ front: { unknown: [], remarks: [] }, text: source });
  });

  it('stay in the text without a title, unless they are read', () => {
    const { front: found, text } = split('Author: Ann\nTags: a\n\nText.');
    expect(found).toEqual({ tags: ['a'], unknown: [], remarks: [] });
    expect(text).toBe('Author: Ann\n\nText.');
  });

  it.each([
    ['behind text', 'a.md', 'Text.\n\nStatus: draft'],
    ['with text', 'a.md', 'Title: A\nand more.'],
    ['that are no properties of guides', 'a.md', 'Note: this is text.'],
    ['below a heading', 'a.md', '# A\n\nStatus: draft'],
    ['in HTML', 'a.html', 'Status: draft'],
  ])('are text %s', (_, path, source) => {
    expect(split(source, path)).toEqual({ front: { unknown: [], remarks: [] }, text: source });
  });
});
