import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '../analysis/analyzer.ts';
import { seededRandom } from '../testing/random-html.ts';
import { createHighlighter } from './highlighter.ts';
import { createFindMarks } from './marks.ts';
import { textParts } from './text-parts.ts';

const BETWEEN = [
  ' ',
  ' ',
  ' ',
  '\n',
  '-',
  '.',
  ' .',
  '. ',
  '_',
  '::',
  "'",
  ' (',
  ' — ',
  ' ... ',
  ', ',
  '',
  '\u00A0',
];

/** Words that look alike, or have something in common, in languages whose words are told by their first letter. */
const WORDS = {
  en: "Connection connect disconnects reconnect maxConnections plug plug-in in C++ c .NET net internet settings.json json toolkit's ERR_42 42 4.2 U.S. café cafés cafe cafes ties dying die dies sky skies capabilities capable email e-mail 接続 сервер серверы Ωmega",
  sv: 'får far fär åka aka a\u030Aka återställ Återställa ställ säkerhetskopia säkerhets-kopia app-en appen',
  de: 'öffnen oeffnen offnen Geöffnet Haus Häuser Hauser straße STRASSE strasse Über ueber',
  fr: "l'été d'été ete abdication abdique constamment constant qu'il jusqu'ici l’école école ecoles aujourd'hui hui",
  it: "dell'acqua acque l'uno uno quest'anno anni frequenza frequente",
  es: 'existencia existente niño nino niños año ano',
  pt: 'abanões abano abana leões leão abrangência abrangente opções opção',
  fi: 'tyttö tytön tyttoa yötä äiti aiti',
  da: 'ål aal al år aar smørrebrød smoerrebroed brød',
};

/** Some of the words, in any order, with anything between them. */
function randomText(words: readonly string[], most: number, random: () => number): string {
  const pick = (choices: readonly string[]) => choices[Math.floor(random() * choices.length)] ?? '';
  return Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(words) + pick(BETWEEN)).join('');
}

describe('what is marked is the same as if every word were read', () => {
  it.each(Object.entries(WORDS))('%s', (language, words) => {
    const analyzer = createAnalyzer(language);
    const some = words.split(' ');
    for (let seed = 1; seed <= 1_000; seed += 1) {
      const random = seededRandom(seed);
      const query = analyzer.query(randomText(some, 1 + (seed % 12), random));
      const text = randomText(some, 12, random);
      const marks = createFindMarks({ analyzer, query })(analyzer.words(text));
      expect(createHighlighter({ analyzer, query }).text(text)).toEqual(textParts(text, marks));
    }
  });
});
