import type { MeasuredLanguage, MeasuredPair } from './measure.ts';
import { MAIN_LANGUAGES, type PairKind } from './pairs.ts';

const HEADINGS = [
  'pairs that find each other',
  'forms of a word',
  'share',
  'held out',
  'derivations',
  'unrelated words that do',
  'µs a word',
];

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** The table of docs/search.md: a row for each language, and for all of those of the user interface and all others. */
export function describeForms(measured: readonly MeasuredLanguage[]): string {
  const isMain = ({ language }: MeasuredLanguage) => MAIN_LANGUAGES.includes(language);
  const groups: [string, MeasuredLanguage[]][] = [
    ['languages of the user interface', measured.filter(isMain)],
    ['other languages', measured.filter((one) => !isMain(one))],
  ];
  const rows = groups.flatMap(([title, languages]) => [
    ...languages.map(row).toSorted(([one = ''], [other = '']) => one.localeCompare(other, 'en')),
    total(title, languages),
  ]);
  return [HEADINGS, HEADINGS.map((_, place) => (place === 0 ? '---' : '---:')), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** The pairs to look at, which are not held out: forms that miss each other, and unrelated words that do not. */
export function describeFaults(measured: readonly MeasuredLanguage[]): string {
  const faults = measured.map(({ language, pairs }) => {
    const shown = pairs.filter(({ isHeldOut }) => !isHeldOut);
    const missed = shown.filter(({ kind, isFound }) => kind === 'inflection' && !isFound);
    const joined = shown.filter(({ kind, isFound }) => kind === 'apart' && isFound);
    return `${language}  forms that miss each other: ${listed(missed)}; unrelated words that do not: ${listed(joined)}`;
  });
  return faults.join('\n');
}

function listed(pairs: readonly MeasuredPair[]): string {
  return pairs.length === 0 ? 'none' : pairs.map(({ words }) => words.join('/')).join(' ');
}

function row({ language, pairs, microseconds }: MeasuredLanguage): string[] {
  return [NAMES.of(language) ?? language, ...figures(pairs), microseconds.toFixed(1)];
}

function total(title: string, languages: readonly MeasuredLanguage[]): string[] {
  return [title, ...figures(languages.flatMap(({ pairs }) => pairs)), ''].map((cell) =>
    cell === '' ? '' : `**${cell}**`,
  );
}

function figures(pairs: readonly MeasuredPair[]): string[] {
  const inflections = ofKind(pairs, 'inflection');
  return [
    counted(inflections),
    share(inflections),
    share(inflections.filter(({ isHeldOut }) => isHeldOut)),
    counted(ofKind(pairs, 'derivation')),
    counted(ofKind(pairs, 'apart')),
  ];
}

function ofKind(pairs: readonly MeasuredPair[], wanted: PairKind): MeasuredPair[] {
  return pairs.filter(({ kind }) => kind === wanted);
}

function counted(pairs: readonly MeasuredPair[]): string {
  return pairs.length === 0 ? '' : `${found(pairs)} of ${pairs.length}`;
}

function share(pairs: readonly MeasuredPair[]): string {
  return (found(pairs) / pairs.length).toFixed(2);
}

function found(pairs: readonly MeasuredPair[]): number {
  return pairs.filter(({ isFound }) => isFound).length;
}
