import { describe, expect, it } from '@jest/globals';
import { writtenWords } from '../testing/indexed-texts.ts';

describe('one spelling', () => {
  it.each([
    ['capitals', 'en', 'SETTINGS', 'settings/set'],
    ['full-width letters', 'en', 'Ｆｕｌｌ', 'full'],
    ['ligatures', 'en', 'ﬁle', 'file'],
    ['accents composed', 'en', '\u00E9', 'e'],
    ['accents combined', 'en', 'e\u0301', 'e'],
    ['own letters combined', 'sv', 'a\u030Ar', 'år~ar'],
    ['accents that compose with no letter', 'en', 'q\u0301x\u0323', 'qx'],
    ['superscripts', 'en', 'm²', 'm2'],
    ['soft hyphens', 'en', 'soft\u00ADware', 'software/softwar'],
    ['zero-width joiners', 'en', 'a\u200Db\u200Cc', 'abc'],
    ['a byte order mark', 'en', '\uFEFFfoo\uFEFFbar', 'foobar'],
    ['marks of direction', 'he', 'שלום\u200F', 'שלום'],
    ['letters beyond the basic plane', 'en', '𝐁𝐨𝐥𝐝', 'bold'],
    ['Turkish capitals', 'tr', 'İSTANBUL IŞIK', 'istanbul isik'],
    ['Turkish letters', 'tr', 'ışık isik', 'isik isik'],
    ['Turkish capitals elsewhere', 'en', 'İstanbul', 'istanbul'],
    ['the Greek final sigma', 'el', 'ΛΟΓΟΣ λόγος', 'λογοσ/λογ λογοσ/λογ'],
    ['Greek accents, also old ones', 'el', 'ἄνθρωπος', 'ανθρωποσ/ανθρωπ'],
    ['Russian ё', 'ru', 'ёлка елка', 'елка/елк елка/елк'],
    ['Russian stress', 'ru', 'сто\u0301рона', 'сторона/сторон'],
    ['but й is a letter', 'cs', 'мой', 'мой'],
    ['Arabic vowels and tatweel', 'fa', 'كِتَابٌ كتـــاب', 'كتاب كتاب'],
    ['Arabic alefs', 'ur', 'أحمد إسلام آن', 'احمد اسلام ان'],
    ['Persian letters', 'fa', 'کتابی', 'كتابي'],
    ['Arabic and Persian digits', 'ar', '١٢٣ ۴۵۶', '123 456'],
    ['Hebrew points', 'he', 'שָׁלוֹם', 'שלום'],
    ['Hebrew abbreviations', 'he', 'צה"ל צה״ל', 'צהל צהל'],
    ['marks of Hindi stay', 'xx', 'किताब', 'किताब'],
    ['Korean', 'ko', '데이터 \u1103\u1166\u110B\u1175\u1110\u1165', '데이터 데이터'],
    ['half-width katakana', 'ja', 'ﾃﾞｰﾀ', 'データ'],
  ])('%s (%s): %s', (_title, language, text, expected) => {
    expect(writtenWords(language, text)).toBe(expected);
  });
});

describe('where no spaces are written', () => {
  it.each([
    ['ja', 'データベースに接続', 'データベース に 接続'],
    ['zh', '连接数据', '连接 数据'],
    ['th', 'ฐานข้อมูล', 'ฐาน ข้อมูล'],
    ['km', 'មូលដ្ឋានទិន្នន័យ', 'មូលដ្ឋាន ទិន្នន័យ'],
    ['ja', 'PostgreSQLサーバの設定.conf', 'postgresql サーバ の 設定 conf'],
    ['zh', '第3章', '第 3 章'],
  ])('%s: %s', (language, text, expected) => {
    expect(writtenWords(language, text)).toBe(expected);
  });
});

describe('apostrophes', () => {
  it.each([
    ['en', 'don’t dont', 'dont dont'],
    ['en', "the toolkit's users'", 'the toolkit users/user'],
    ['en', "O'Brien", 'obrien'],
    ['fr', "l'été L’ÉTÉ", 'ete ete'],
    ['fr', "qu'est aujourd'hui", 'est aujourdhui'],
    ['it', "dell'acqua un’altra", 'acqua altra'],
    ['ca', "l'any col·lecció", 'any colleccio/collec~collecc'],
    ['pt', "d'água", 'agua/agu'],
    ['tr', "İstanbul'da", 'istanbul'],
    ['uk', "п’ять п'ять пʼять", 'пять пять пять'],
    ['en', "'quoted' ''", 'quoted/quot'],
    ['fr', "l'", 'l'],
  ])('%s: %s', (language, text, expected) => {
    expect(writtenWords(language, text)).toBe(expected);
  });
});

it.each(['', ' \n', '???', '""', '-- :: __', '👩‍💻 🎉', '\u0301\u0301', '\u200D', '\uD800'])(
  '%j holds no word',
  (text) => {
    expect(writtenWords('en', text)).toBe('');
  },
);
