import { readdirSync, readFileSync } from 'node:fs';
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
    ['nn', 'korleis hvordan eg', 'faktura'],
    ['fi', 'miten voin se', 'lasku'],
    ['nl', 'hoe kan ik de', 'factuur'],
    ['es', 'cómo puedo el tengo', 'factura vez bueno mejor decir trabajo lugar'],
    ['hu', 'hogyan van egy', 'új jó nagy szép év'],
    ['pl', 'jak mogę który jest', 'faktura hasło'],
    ['ru', 'как мне', 'человек лучше'],
    ['sl', 'kako lahko', 'račun'],
    ['sr', 'kako могу', 'рачун'],
    ['bs', 'kako mogu', 'račun'],
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

const FOLDER = new URL('../../function-words/', import.meta.url);

describe.each(readdirSync(FOLDER))('our list of function words %s', (file) => {
  const language = file.replace(/\.txt$/, '');
  const analyzer = createAnalyzer(language);
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  const words = text.split('\n').slice(1).join(' ').trim().split(' ');

  it('follows a comment, in order and none twice', () => {
    expect(text).toMatch(/^# .*\.\n/);
    expect(words).toEqual([...new Set(words)].toSorted(new Intl.Collator(language).compare));
  });

  it('is searched', () => {
    const forms = analyzer.words(words.join(' ')).map(({ form }) => form);
    expect(forms.filter((form) => !isFunctionWord(analyzer, form))).toEqual([]);
  });
});
