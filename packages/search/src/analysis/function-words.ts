import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Analyzer } from './analyzer.ts';

const require = createRequire(import.meta.url);

/** Lists by ISO 639-1, loaded for the first text in their language. */
const LOADERS: Readonly<Record<string, () => { stopwords: readonly string[] }>> = {
  ar: () => require('@orama/stopwords/arabic'),
  bg: () => require('@orama/stopwords/bulgarian'),
  da: () => require('@orama/stopwords/danish'),
  de: () => require('@orama/stopwords/german'),
  el: () => require('@orama/stopwords/greek'),
  en: () => require('@orama/stopwords/english'),
  fi: () => require('@orama/stopwords/finnish'),
  fr: () => require('@orama/stopwords/french'),
  ga: () => require('@orama/stopwords/irish'),
  hi: () => require('@orama/stopwords/indian'),
  hu: () => require('@orama/stopwords/hungarian'),
  hy: () => require('@orama/stopwords/armenian'),
  id: () => require('@orama/stopwords/indonesian'),
  it: () => require('@orama/stopwords/italian'),
  nb: () => require('@orama/stopwords/norwegian'),
  ne: () => require('@orama/stopwords/nepali'),
  nl: () => require('@orama/stopwords/dutch'),
  pt: () => require('@orama/stopwords/portuguese'),
  ro: () => require('@orama/stopwords/romanian'),
  ru: () => require('@orama/stopwords/russian'),
  sa: () => require('@orama/stopwords/sanskrit'),
  sv: () => require('@orama/stopwords/swedish'),
  ta: () => require('@orama/stopwords/tamil'),
  tr: () => require('@orama/stopwords/turkish'),
};

/** Words of these lists that do say what a text is about, such as the Hungarian ones for new, word, good and year. */
const CONTENT_WORDS: Readonly<Record<string, string>> = {
  ar: `أخذ اعادة اعلنت الوقت اليوم ايام برس زيارة سنة سنوات شخصا صباح صفر عام عاما عدد عين قال قوة لقاء مساء نهاية وقال
    وقالت وكالة`,
  bg: `автентичен взема внимава време главен главна главно глас година години годишен ден дни добра добре добро добър
    евтин екип живот забавям заспал каза казва лесен лесно лош месец мек мокър момента нов нова нови новина пъти смях
    харесва час часа юмрук`,
  de: 'weg',
  hi: 'घर वर्ग',
  hu: `bal cikk cikkek cikkeket elmondta év évben éve évek éves évi évvel felek felet hét hetet hétben jó jól jobban
    jobbra jólesik kész késő később későn keressünk kicsit kis lehetetlen lehetőség mondta nagy nagyobb nap napot naponta
    név rosszul szép szépen teljes új újabb úr urak uram urat`,
  id: 'kecil lama lamanya mampu percuma',
  it: 'faccia',
  ne: 'कुरा नयाँ बन्द बन्न बाटो मुख्य राम्रो रूप विरुद्ध विशेष सही समय स्पष्ट',
  ro: 'bună drept fata fiu frumos halbă noroc spate timp vreme zi zice',
  ru: 'больше говорил жизнь лучше сказал сказала сказать хорошо человек',
  sv: 'sitta',
  ta: 'இடத்தில் இடம் முறை',
  tr: 'yüz',
};

/** Languages with a list of our own, which stands beside the one above. */
const OWN_LISTS = new Set('ca cs da de en es et fa fi fr hr lt nb nl pl sk sl sr sv uk'.split(' '));

/** Languages that share the lists of another one. */
const ALIKE: Readonly<Record<string, string>> = { bs: 'hr', nn: 'nb', no: 'nb' };

const known = new Map<string, ReadonlySet<string>>();

/** Whether a word form says little about what a text is about. */
export function isFunctionWord({ language, words }: Analyzer, form: string): boolean {
  const forms = known.get(language) ?? formsIn(language, words);
  known.set(language, forms);
  return forms.has(form);
}

function formsIn(language: string, words: Analyzer['words']): ReadonlySet<string> {
  const code = (Object.hasOwn(ALIKE, language) && ALIKE[language]) || language;
  const content = Object.hasOwn(CONTENT_WORDS, code) ? (CONTENT_WORDS[code] ?? '') : '';
  const telling = new Set(words(content).map(({ form }) => form));
  const forms = words(functionWordsOf(code)).map(({ form }) => form);
  return new Set(forms.filter((form) => !telling.has(form)));
}

function functionWordsOf(code: string): string {
  const list = Object.hasOwn(LOADERS, code) ? LOADERS[code]?.().stopwords : undefined;
  const own = OWN_LISTS.has(code) ? readOwnList(code) : '';
  return `${list?.join(' ') ?? ''} ${own}`;
}

/** A comment, then words separated by white space. */
function readOwnList(code: string): string {
  const text = readFileSync(new URL(`../../function-words/${code}.txt`, import.meta.url), 'utf8');
  return text.replace(/^#.*/, '');
}
