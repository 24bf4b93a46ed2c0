import { describe, expect, it } from '@jest/globals';
import { writtenWords } from '../testing/indexed-texts.ts';
import { createAnalyzer } from './analyzer.ts';

describe('an identifier matches as a whole, as written, and by its parts', () => {
  it.each([
    ['settings.json', 'settings.json settings/set json'],
    ['ERR_42', 'err_42 err 42'],
    ['pg_stat_activity', 'pg_stat_activity pg stat activity/activ'],
    ['foo::bar', 'foo::bar foo bar'],
    ['10.4.2', '10.4.2 10 4 2'],
    ['10.0-beta.17', '10.0-beta.17 10 0 beta 17'],
    ['2026-11-21', '2026-11-21 2026 11 21'],
    ['docker-compose.yml', 'docker-compose.yml docker compose/compos yml'],
    ['app.maxWorkers', 'app.maxworkers app max workers/worker'],
    ['C++', 'c++ c'],
    ['C#', 'c# c'],
    ['C++20', 'c++ c 20'],
    ['.NET', '.net net'],
    ['(.gitignore)', '.gitignore gitignore/gitignor'],
  ])('%s', (text, expected) => {
    expect(writtenWords('en', text)).toBe(expected);
  });
});

describe('a compound is also one word', () => {
  it.each([
    ['plug-ins', 'plugins/plugin plug ins/in'],
    ['plugins', 'plugins/plugin'],
    ['e\u2011mail', 'email e mail'],
    ['UTF-8', 'utf8 utf 8'],
    ['--no-sync', 'nosync no sync'],
    ['maxConnections', 'maxconnections/maxconnect max connections/connect'],
    ['parseHTMLString', 'parsehtmlstring/parsehtmlstr parse/pars html string'],
  ])('%s', (text, expected) => {
    expect(writtenWords('en', text)).toBe(expected);
  });

  it('elisions are not compounds', () => {
    expect(writtenWords('fr', 'l’Hôtel-Dieu')).toBe('hoteldieu hotel dieu');
  });
});

describe('not an identifier', () => {
  it.each([
    ['names with capitals inside', 'JavaScript iPhone', 'javascript iphone/iphon'],
    ['an address parts at its signs', 'user@example.com', 'user example.com example/exampl com'],
    ['a path parts at its slashes', '/etc/apt/apt.conf', 'etc apt apt.conf apt conf'],
    ['the end of a sentence', 'The end. A start...', 'the end a start'],
    ['an anchor', 'page#part', 'page part'],
    ['underscores around', '__init__', 'init'],
    ['a dash', 'now–later', 'now later'],
    ['letters and figures are not stemmed', 'a3f7aing mp3s', 'a3f7aing mp3s'],
  ])('%s: %s', (_title, text, expected) => {
    expect(writtenWords('en', text)).toBe(expected);
  });
});

it('reports positions in the original text', () => {
  const text = '𝐁 l’É\u0301té ﬁ settings.json x\u00ADy';
  const spans = createAnalyzer('fr')
    .words(text)
    .map(({ start, end }) => text.slice(start, end));
  expect(spans).toEqual(['𝐁', 'É\u0301té', 'ﬁ', 'settings.json', 'settings', 'json', 'x\u00ADy']);
});

describe('more than 100 characters', () => {
  it('truncate a word, which is still found', () => {
    const [word] = createAnalyzer('en').words('x'.repeat(200_000));
    expect(word).toEqual({ start: 0, end: 200_000, form: 'x'.repeat(100), stem: 'x'.repeat(100) });
  });

  it('do not split a character', () => {
    expect(createAnalyzer('en').words(`x${'𠀀'.repeat(100)}`)[0]?.form).toBe('x');
    expect(createAnalyzer('xx').words(`x${'𐐨'.repeat(100)}`)[0]?.form).toBe(`x${'𐐨'.repeat(49)}`);
  });

  it('reduce an identifier to its parts', () => {
    expect(createAnalyzer('en').words('ab.'.repeat(40).slice(0, -1))).toHaveLength(40);
    expect(createAnalyzer('en').words('ab.'.repeat(30).slice(0, -1))).toHaveLength(31);
  });

  it('are also truncated when normalization adds them', () => {
    expect(createAnalyzer('en').words('\uFDFA'.repeat(100))[0]?.form.length).toBeLessThanOrEqual(100);
    expect(createAnalyzer('en').words('ß'.repeat(100))[0]?.form).toBe('s'.repeat(100));
  });

  it('do not apply to a hash', () => {
    const hash = '0123456789abcdef'.repeat(4);
    expect(writtenWords('en', hash)).toBe(hash);
  });
});
