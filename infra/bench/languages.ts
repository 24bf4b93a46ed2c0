import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@guidepost/postgres';
import { createRandom, createVocabulary, LANGUAGE_CODES } from '../archives/words.ts';
import { acceptedAt } from '../rigs/content.ts';
import { openDatabaseOf, type Place, runCommand, type Service, startService } from '../rigs/place.ts';
import { GUIDES, knowledgeBase } from './content.ts';
import { forgetAnswers, IN_QUEUE, load, median, untilIndexed } from './measure.ts';
import { createQueries } from './queries.ts';

/** How much there is of everything. */
export interface LanguagesSize {
  guides: number;
  languages: number;
  /** `lists`, `searches`; empty for both. */
  parts: readonly string[];
}

interface Compared {
  what: string;
  /** Answers a second: without a language, or of a knowledge base with one language. */
  without: number;
  inLanguage: number;
  /** How much longer an answer in a language takes: the median of the rounds. */
  ratio: number;
  /** The same for the time of the service on a processor, which other work of the machine does not change much. */
  processorRatio: number;
}

/** The addresses of both sides, in the same order. */
interface Sides {
  without: readonly string[];
  inLanguage: readonly string[];
}

interface Measured {
  service: Service;
  database: Database;
  /** Seconds until all was indexed. */
  indexed: number;
}

const TAGS = `
  en de es fr sv pt pt-BR it nl da nb fi pl cs sk hu ro bg el tr ru uk ar he ja ko zh-Hans zh-Hant hi vi
`
  .trim()
  .split(/\s+/);

const MANY = 'many.example.com';
const OWN = 'own.example.com';
const HALF = 'half.example.com';
/** The language of searches. */
const IN = 'de';
/** That of lists, whose texts have the same letters as those without a language: others take longer to send. */
const LISTED = 'pt-BR';
const FEW_LANGUAGES = ['en', 'de', 'pt-BR'];

const ROUNDS = 9;
const PAGE_SIZE = 50;
const SEARCHES = 400;
const SORTS = ['id', '-id', 'title', '-title', 'slug', '-slug'];
const MOST_LISTS = 240;

/** Addresses that one side is asked for before the other: of a machine with other work, both have their share. */
const STRETCH = 40;

/** @param newDatabase makes an empty one and returns its URL */
export async function measureLanguages(
  place: Place,
  newDatabase: (name: string) => Promise<string>,
  size: LanguagesSize,
): Promise<string> {
  const isMeasured = (part: string) => size.parts.length === 0 || size.parts.includes(part);
  const sections = [
    isMeasured('lists') && (await measureLists(place, await newDatabase('lists_in_languages'), size.guides)),
    isMeasured('searches') && (await measureSearches(place, await newDatabase('search_in_languages'), size)),
  ];
  return sections.filter((section) => section !== false).join('\n');
}

async function measureLists(place: Place, url: string, guides: number): Promise<string> {
  const document = inLanguages(guides, FEW_LANGUAGES, (index) => index % 2 === 0);
  await fill(place, url, { host: HALF, document });
  return served(place, url, async (measured) => {
    const pages = Math.ceil(guides / PAGE_SIZE);
    const addresses = SORTS.flatMap((sort) =>
      Array.from(
        { length: pages },
        (_, page) => `${addressOf(HALF)}?page[size]=${PAGE_SIZE}&page[number]=${page + 1}&sort=${sort}`,
      ),
    ).slice(0, MOST_LISTS);
    const withInclusions = addresses.map((address) => `${address}&include=categories,tags`);
    const compared = [
      await compare('50 guides', measured, inBoth(addresses)),
      await compare('50 guides with their categories and tags', measured, inBoth(withInclusions)),
    ];
    return `Lists of ${PAGE_SIZE} guides among ${guides} in ${FEW_LANGUAGES.length} languages, half of them translated: without a language, and in one of them.

${table(compared)}`;
  });
}

async function measureSearches(
  place: Place,
  url: string,
  { guides, languages }: LanguagesSize,
): Promise<string> {
  const tags = TAGS.slice(0, languages);
  const document = inLanguages(guides, tags, () => true);
  const own = { ...document, guides: document.guides.map((guide) => textIn(guide, IN)) };
  await fill(place, url, { host: OWN, document: own, language: IN });
  const { seconds: filled } = await fill(place, url, { host: MANY, document });
  return served(place, url, async (measured) => {
    const nowhere = Array.from({ length: SEARCHES / 4 }, (_, index) => `${70_000_000 + index * 7_919}`);
    const compared = [
      await compare('a search', measured, searchesFor(createQueries(SEARCHES, IN))),
      await compare('a search that finds nothing in any language', measured, searchesFor(nowhere)),
    ];
    return `Searches among ${guides} guides in one of ${languages} languages, and in a knowledge base of their own. The import of all languages took ${filled.toFixed(0)} s; all were indexed ${measured.indexed.toFixed(0)} s after the service had started.

${table(compared)}`;
  });
}

function addressOf(host: string): string {
  return `/knowledge/v1/${host}/guides`;
}

function inBoth(without: readonly string[]): Sides {
  return { without, inLanguage: without.map((address) => `${address}&language=${LISTED}`) };
}

function searchesFor(queries: readonly string[]): Sides {
  const each = (host: string, more: string) =>
    queries.map((query) => `${addressOf(host)}?page[size]=20&q=${encodeURIComponent(query)}${more}`);
  return { without: each(OWN, ''), inLanguage: each(MANY, `&language=${IN}`) };
}

/** Seconds, and milliseconds of the service on a processor, that some addresses took. */
interface Spent {
  seconds: number;
  processor: number;
}

/** Both sides take turns, each address once after a change; two rounds do not count. */
async function compare(what: string, measured: Measured, sides: Sides): Promise<Compared> {
  process.stderr.write(`${what} …\n`);
  const rounds: { without: Spent; inLanguage: Spent }[] = [];
  for (let round = -2; round < ROUNDS; round += 1) {
    await forgetAnswers('kb', measured.database);
    const spent = { without: NOTHING, inLanguage: NOTHING };
    for (let from = 0; from < sides.without.length; from += STRETCH) {
      for (const side of ['without', 'inLanguage'] as const)
        spent[side] = add(spent[side], await read(measured, sides[side].slice(from, from + STRETCH)));
    }
    rounds.push(spent);
  }
  const counted = rounds.slice(2);
  const { length } = sides.without;
  const ratioOf = (part: keyof Spent) =>
    median(counted.map(({ without, inLanguage }) => inLanguage[part] / without[part]));
  return {
    what,
    without: median(counted.map(({ without }) => length / without.seconds)),
    inLanguage: median(counted.map(({ inLanguage }) => length / inLanguage.seconds)),
    ratio: ratioOf('seconds'),
    processorRatio: ratioOf('processor'),
  };
}

const NOTHING: Spent = { seconds: 0, processor: 0 };

function add(one: Spent, other: Spent): Spent {
  return { seconds: one.seconds + other.seconds, processor: one.processor + other.processor };
}

async function read({ service }: Measured, paths: readonly string[]): Promise<Spent> {
  await service.load();
  const { rate } = await load(service.origin, { paths, headers: { Accept: acceptedAt(paths[0] ?? '') } });
  return { seconds: paths.length / rate, processor: (await service.load()).cpuMilliseconds };
}

async function served<Result>(
  place: Place,
  url: string,
  work: (measured: Measured) => Promise<Result>,
): Promise<Result> {
  const database = openDatabaseOf(place, url);
  const service = await startService(place, 'kb', { KB_DATABASE_URL: url }, { built: true });
  process.stderr.write('indexing …\n');
  const indexed = await untilIndexed(database, { waiting: IN_QUEUE, since: performance.now() });
  try {
    return await work({ service, database, indexed });
  } finally {
    await service.stop();
  }
}

interface Text {
  slug: string;
  title: string;
  content_html: string;
}

interface Guide extends Text {
  categories: string[];
  tags: string[];
  translations?: (Text & { language: string })[];
}

interface Document {
  knowledge_base?: { language: string; languages: readonly string[] };
  guides: Guide[];
}

/** Guides with words of each language, as far as there are some; `isTranslated` says which of them in all. */
function inLanguages(
  guides: number,
  tags: readonly string[],
  isTranslated: (index: number) => boolean,
): Document {
  process.stderr.write(`${guides} guides in ${tags.length} languages …\n`);
  const [main = 'en', ...others] = tags;
  const document = knowledgeBase({ ...GUIDES, guides }) as Document;
  const texts = others.map((language, index) => {
    const code = LANGUAGE_CODES.find((known) => known === language) ?? 'en';
    return { language, nextWord: createVocabulary(code, createRandom(100 + index)) };
  });
  return {
    ...document,
    knowledge_base: { language: main, languages: tags },
    guides: document.guides.map((guide, index) =>
      isTranslated(index) ? { ...guide, translations: texts.map((text) => translate(guide, text)) } : guide,
    ),
  };
}

/** As long as the guide, in other words. */
function translate(
  { slug, content_html }: Guide,
  { language, nextWord }: { language: string; nextWord: () => string },
): Text & { language: string } {
  const words = (count: number) => Array.from({ length: count }, nextWord).join(' ');
  return {
    language,
    slug: `${slug}-${language.toLowerCase()}`,
    title: `${words(4)} ${slug}`,
    content_html: content_html.replaceAll(/[^<>]+(?=<\/p>)/g, (text) => `${words(text.split(' ').length)}.`),
  };
}

/** The guide with its translation as its only text. */
function textIn({ translations = [], ...guide }: Guide, language: string): Guide {
  const { slug, title, content_html } = translations.find((text) => text.language === language) ?? guide;
  return { ...guide, slug, title, content_html };
}

async function fill(
  { folder }: Place,
  url: string,
  { host, document, language = 'en' }: { host: string; document: Document; language?: string },
) {
  const { knowledge_base: _, ...withoutLanguages } = document;
  const file = join(folder, `${host}.json`);
  await writeFile(file, JSON.stringify(language === 'en' ? document : withoutLanguages));
  const named = ['--name', 'Bench', '--organization', 'Bench', '--language', language];
  await runCommand('kb', url, ['create', host, ...named]);
  process.stderr.write(`importing ${host} …\n`);
  return runCommand('kb', url, ['import', host, file]);
}

function table(compared: readonly Compared[]): string {
  const count = (value: number) => value.toLocaleString('en', { maximumSignificantDigits: 3 });
  const rows = compared.map(
    ({ what, without, inLanguage, ratio, processorRatio }) =>
      `| ${what} | ${count(without)} | ${count(inLanguage)} | **${ratio.toFixed(2)}** | ${processorRatio.toFixed(2)} |`,
  );
  return `| a second | without a language | in one | times the time | of the service on a processor |
|---|---|---|---|---|
${rows.join('\n')}
`;
}
