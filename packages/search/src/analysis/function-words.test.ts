import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from './analyzer.ts';
import { isFunctionWord } from './function-words.ts';

describe('a function word', () => {
  it.each([
    ['en', 'how do i get the', 'invoice slot vacuum password forum login'],
    ['sv', 'hur gör jag för att få den', 'faktura lösenord cykel'],
    ['de', 'wie kann ich das für möchte', 'rechnung passwort haus'],
    ['fr', 'comment est ce que je peux le', 'facture maison'],
    ['da', 'hvordan får jeg en', 'faktura adgangskode'],
    ['nb', 'hvordan får jeg en', 'faktura passord'],
    ['nn', 'hvordan jeg', 'faktura'],
    ['fi', 'miten voin se', 'lasku'],
    ['nl', 'hoe kan ik de', 'factuur'],
    ['es', 'cómo puedo el', 'factura'],
    ['uk', 'як що', 'рахунок'],
    ['xx', '', 'the how'],
    ['constructor', '', 'the how'],
  ])('in %s: %s, but not %s', (language, functionWords, others) => {
    const analyzer = createAnalyzer(language);
    const said = (text: string) =>
      analyzer.words(text).map(({ form }) => [form, isFunctionWord(analyzer, form)]);
    expect(said(functionWords).filter(([, isOne]) => !isOne)).toEqual([]);
    expect(said(others).filter(([, isOne]) => isOne)).toEqual([]);
  });
});
