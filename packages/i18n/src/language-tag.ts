/** Region, script or variant subtags below a language; no extensions, which say nothing about a text. */
const TAG = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,3}$/i;

let names: Intl.DisplayNames | undefined;

/** Tags by how they are written, which each request in a language asks for. */
const known = new Map<string, string>();
const MOST_KNOWN = 1_000;

/** Characters of any tag, without spaces around it. */
const LONGEST = 35;

/**
 * A BCP 47 tag in canonical case: `pt-BR`, `zh-Hant`. Undefined for one that is malformed, that has extensions, or
 * whose language does not exist. Programs also write `pt_BR`.
 */
export function parseLanguageTag(text: string): string | undefined {
  const found = known.get(text);
  if (found !== undefined) return found;
  const tag = readLanguageTag(text);
  if (tag === undefined || text.length > LONGEST) return tag;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, tag);
  return tag;
}

function readLanguageTag(text: string): string | undefined {
  const written = text.trim().replaceAll('_', '-');
  if (!TAG.test(written)) return undefined;
  const [tag] = canonicalOf(written);
  if (tag === undefined || !TAG.test(tag)) return undefined;
  // BCP 47 has the shorter of two codes: sv, not swe.
  if (languageOf(tag).length < languageOf(written).length) return undefined;
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return names.of(new Intl.Locale(tag).language) === undefined ? undefined : tag;
}

function canonicalOf(tag: string): string[] {
  try {
    return Intl.getCanonicalLocales(tag);
  } catch {
    return [];
  }
}

/** The language and the script that people who read it can read: `zh-Hant` for `zh-TW`. */
function writtenLanguage(tag: string): string {
  const { language, script = '' } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/**
 * The languages whose texts stand in for missing ones, best first: those of the same language and script without a
 * region, then the main one. Another script of the same language never does, since people may not read it.
 * @param languages of a knowledge base, the main one first
 */
export function fallbacksOf(tag: string, languages: readonly string[]): string[] {
  const [main = tag] = languages;
  const written = writtenLanguage(tag);
  const wider = languages.filter(
    (one) => one !== tag && writtenLanguage(one) === written && new Intl.Locale(one).region === undefined,
  );
  const isMainReadable =
    new Intl.Locale(main).language !== new Intl.Locale(tag).language || writtenLanguage(main) === written;
  return [
    ...new Set([
      ...wider.toSorted((one, other) => other.length - one.length),
      ...(isMainReadable ? [main] : []),
    ]),
  ].filter((one) => one !== tag);
}

/**
 * The one of a knowledge base's languages that serves those who ask for another: itself, else one in the same script
 * (without a region first), else the main one.
 */
export function nearestLanguage(asked: string, languages: readonly string[]): string {
  const [main = asked] = languages;
  if (languages.includes(asked)) return asked;
  const written = writtenLanguage(asked);
  const readable = languages.filter((one) => writtenLanguage(one) === written);
  return readable.find((one) => new Intl.Locale(one).region === undefined) ?? readable[0] ?? main;
}

/** The name of a language, as another one writes it in a sentence: `tyska` in Swedish. */
export function languageName(tag: string, speaking: string): string {
  return new Intl.DisplayNames(speaking, { type: 'language' }).of(tag) ?? tag;
}

/** The language of a tag alone: `pt` of `pt-BR`. */
export function languageOf(tag: string): string {
  const end = tag.indexOf('-');
  return end < 0 ? tag : tag.slice(0, end);
}
