import { readFileSync } from 'node:fs';
import type en from '../texts/en.json';
import { languageOf } from './language-tag.ts';
import type { Catalogue, Grouped, Plural, Texts } from './texts.ts';

/**
 * The languages of pages, mail and desks by ISO 639-1, the default first. To add one, add its code here and a file to
 * `texts`.
 */
export const LANGUAGES: readonly string[] = [
  'en',
  'sv',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'da',
  'nb',
  'fi',
  'pl',
];

/** The language of a tag, or English if there are no texts in it. */
export function spokenInsteadOf(tag: string): string {
  const language = languageOf(tag);
  return LANGUAGES.includes(language) ? language : 'en';
}

const catalogues = new Map<string, Catalogue>();

/** The texts of a language, or English ones if it is not supported; read when the first of them is needed. */
export function catalogueOf(language: string): Catalogue {
  const spoken = spokenInsteadOf(language);
  const known = catalogues.get(spoken);
  if (known) return known;
  const { desk, editor, ...others } = readFile(spoken);
  const catalogue = groupPlurals(others);
  catalogues.set(spoken, catalogue);
  return catalogue;
}

/** Reads all texts of a supported language; the caller keeps what it needs. */
export function readTexts(language: string): Texts {
  return groupPlurals(readFile(language));
}

/** The folder is beside both `src` and `dist`. */
function readFile(language: string): typeof en {
  return JSON.parse(readFileSync(new URL(`../texts/${language}.json`, import.meta.url), 'utf8'));
}

const FORM = /_(?:zero|one|two|few|many|other)$/;

/** Puts plural forms together. All have `other`, which languages such as Polish use for fractions alone. */
function groupPlurals<Node extends object>(node: Node): Grouped<Node> {
  const grouped: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(node)) {
    const form = FORM.exec(key);
    if (form) addForm(grouped, key.slice(0, form.index), { [key.slice(form.index + 1)]: value });
    else grouped[key] = typeof value === 'string' ? value : groupPlurals(value);
  }
  return grouped as Grouped<Node>;
}

function addForm(texts: Record<string, unknown>, name: string, form: Record<string, string>): void {
  const [text] = Object.values(form);
  texts[name] = { other: text, ...(texts[name] as Plural | undefined), ...form };
}
