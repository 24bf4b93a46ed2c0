import { describe, expect, it } from '@jest/globals';
import { writtenWords } from '../testing/indexed-texts.ts';
import { createAnalyzer } from './analyzer.ts';
import type { WordForm } from './word.ts';

/** How a text matches a query: by stem, only by folded letters, or not. */
function meets(language: string, text: string, query: string): 'stem' | 'folded' | 'no' {
  const analyzer = createAnalyzer(language);
  const words = analyzer.words(text);
  const asked = analyzer.query(query).words;
  const keysOf = ({ stem, lemmas = [] }: WordForm) => [stem, ...lemmas];
  const keys = new Set(words.flatMap(keysOf));
  if (asked.every((word) => keysOf(word).some((key) => keys.has(key)))) return 'stem';
  const loose = new Set(words.map(({ stem, folded }) => folded ?? stem));
  return asked.every(({ stem, folded }) => loose.has(folded ?? stem)) ? 'folded' : 'no';
}

describe('a word also matches its base form', () => {
  it.each([
    ['en', 'The connections were restored', 'connect'],
    ['en', 'Connect to the server', 'connections'],
    ['en', 'quickly', 'quick'],
    ['en', 'used', 'uses'],
    ['en', 'the users’ settings', 'user setting'],
    ['sv', 'bilarna på gatorna', 'bil gata'],
    ['da', 'indstillingerne', 'indstilling'],
    ['nb', 'innstillingene', 'innstilling'],
    ['no', 'innstillingene', 'innstilling'],
    ['nn', 'innstillingane', 'innstilling'],
    ['fi', 'taloissa', 'talo'],
    ['de', 'die Häuser', 'Haus'],
    ['de', 'Verbindungen', 'verbindung'],
    ['nl', 'verbindingen', 'verbinding'],
    ['nl', 'foto’s', 'foto'],
    ['fr', 'les connexions', 'connexion'],
    ['es', 'las canciones', 'canción'],
    ['it', 'le connessioni', 'connessione'],
    ['pt', 'opções', 'opção'],
    ['pt', 'configurações', 'configuração'],
    ['pt-BR', 'usuários', 'usuário'],
    ['ro', 'orașele', 'orașe'],
    ['hu', 'házak', 'ház'],
    ['lt', 'nustatymai', 'nustatymas'],
    ['tr', 'evler', 'ev'],
    ['tr', 'SINIRLAR', 'sınır'],
    ['ru', 'настройками', 'настройки'],
    ['uk', 'документів', 'документ'],
    ['bg', 'потребителите', 'потребители'],
    ['sr', 'подешавања', 'podešavanja'],
    ['el', 'ανθρώπους', 'άνθρωπος'],
    ['ar', 'الكتاب', 'كتاب'],
    ['hy', 'գրքերին', 'գրքեր'],
    ['hi', 'किताबें', 'किताब'],
    ['ta', 'வீடுகள்', 'வீடு'],
    ['id', 'pengaturan', 'atur'],
    ['ja', 'サーバー', 'サーバ'],
  ])('%s: %s is found by %s', (language, text, query) => {
    expect(meets(language, text, query)).toBe('stem');
  });

  it.each([
    ['vi', 'nối', 'nối'],
    ['xx', 'words', 'words'],
    ['', 'words', 'words'],
    ['__proto__', 'words', 'words'],
    ['constructor', 'words', 'words'],
  ])('without a stemmer (%s) words match as written', (language, text, query) => {
    expect(meets(language, text, query)).toBe('stem');
    expect(createAnalyzer(language).words(text)[0]?.stem).toBe(createAnalyzer(language).words(text)[0]?.form);
  });
});

describe('accents', () => {
  it.each([
    ['en', 'naïve', 'naive', 'stem'],
    ['en', 'Ångström', 'angstrom', 'stem'],
    ['fr', 'fenêtres', 'fenetre', 'stem'],
    ['fr', 'café', 'cafe', 'stem'],
    ['fr', 'cœur', 'coeur', 'stem'],
    ['es', 'año', 'ano', 'stem'],
    ['es', 'educación', 'educacion', 'stem'],
    ['pl', 'żółć', 'zolc', 'stem'],
    ['cs', 'příklad', 'priklad', 'stem'],
    ['is', 'þorskur', 'thorskur', 'stem'],
    ['vi', 'tiếng Việt', 'tieng viet', 'stem'],
    ['de', 'Straße', 'STRASSE', 'stem'],
    ['de', 'STRAẞE', 'strasse', 'stem'],
    ['nl', 'één', 'een', 'stem'],
    ['ro', 'oraşe', 'orașe', 'stem'],
    ['lt', 'žodžiai', 'zodziai', 'stem'],
    ['de', 'Lösung', 'Loesung', 'stem'],
  ])('%s: %s is found by %s', (language, text, query, rank) => {
    expect(meets(language, text, query)).toBe(rank);
    expect(meets(language, query, text)).toBe(rank);
  });
});

describe('letters of the language are not accents, and match at a lower rank only', () => {
  it.each([
    ['sv', 'får', 'far'],
    ['sv', 'Göteborg', 'goteborg'],
    ['sv', 'räksmörgås', 'raksmorgas'],
    ['da', 'Århus', 'arhus'],
    ['da', 'Århus', 'Aarhus'],
    ['da', 'sø', 'soe'],
    ['da', 'sø', 'so'],
    ['nb', 'ære', 'aere'],
    ['no', 'ærlig', 'aerlig'],
    ['nn', 'på', 'pa'],
    ['fi', 'häät', 'haat'],
  ])('%s: %s by %s', (language, text, query) => {
    expect(meets(language, text, query)).toBe('folded');
    expect(meets(language, query, text)).toBe('folded');
  });

  it('still folds other accents', () => {
    expect(writtenWords('sv', 'idé über')).toBe('ide uber');
    expect(writtenWords('da', 'één à')).toBe('een a');
  });

  it('keeps umlauts in German forms but not in stems: Häuser is a form of Haus', () => {
    expect(writtenWords('de', 'Häuser schön schon')).toBe('häuser/haus schön/schon schon');
  });
});

it('creates one analyzer per language, whatever else its tag says', () => {
  expect(createAnalyzer('PT_br')).toBe(createAnalyzer('pt'));
  expect(createAnalyzer('pt-BR').language).toBe('pt');
});

it('has no stop words', () => {
  expect(writtenWords('en', 'to be or not to be')).toBe('to be or not to be');
});
