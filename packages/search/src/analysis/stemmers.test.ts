import { describe, expect, it } from '@jest/globals';
import { randomWords } from '../testing/random-texts.ts';
import { STEMMED_LANGUAGES, stemmerOf } from './languages.ts';

describe('each stemmer', () => {
  it.each(STEMMED_LANGUAGES)('%s accepts any word and is deterministic', (code) => {
    const words = randomWords();
    const stems = words.map((word) => stemmerOf(code)?.(word));
    expect(stems.every((stem) => typeof stem === 'string')).toBe(true);
    expect(words.toReversed().map((word) => stemmerOf(code)?.(word))).toEqual(stems.toReversed());
  });
});

describe('corrections to stemmers', () => {
  it.each([
    ['en', 'connection selections', 'connect select'],
    ['eu', 'etxe etxea etxean etxeak etxearen etxetik', 'etx etx etx etx etx etx'],
    ['eu', 'lagun laguna lagunekin lana hartu hartzen', 'lagun lagun lagun lan har har'],
    ['fr', 'connexions réflexions', 'connexion réflexion'],
    ['ja', 'サーバー サーバ エラー コピー キー 一ー', 'サーバ サーバ エラー コピー キー 一ー'],
    ['pt', 'opções conexões', 'opçã conexã'],
    ['tr', 'yazmak yazdım yazıyorum yazacağım', 'yaz yaz yaz yaz'],
    ['tr', 'ekmek ekmeği parmaklar bacak', 'ekmek ekmek parmak bacak'],
    ['ro', 'orașele oraşele', 'oraș oraș'],
  ])('%s: %s', (code, words, expected) => {
    const stems = words.split(' ').map((word) => stemmerOf(code)?.(word));
    expect(stems.join(' ')).toBe(expected);
  });
});
