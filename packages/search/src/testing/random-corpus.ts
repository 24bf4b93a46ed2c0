import type { SearchDocument } from '../port.ts';
import { seededRandom } from './random-texts.ts';

/** Words that languages inflect and join, with others from which queries differ by a letter. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'connect connection connections slot slots replicate replication vacuum vacuuming daemon database backup restore server client password reset account invoice payment settings file folder index table query row column user role the how a of is to for',
  sv: 'faktura fakturan fakturor betala betalning adress fakturaadress konto kontot kontonummer lösenord lösenordet lösenordsbyte byta skärm skärmen batteri batterinivå dator datorn cykel cyklar fil filen filer hus huset jag hur är en och för',
  de: 'Haus Häuser Straße Rechnung Rechnungen Rechnungsadresse Adresse Konto Kontonummer Nummer Passwort Passwörter ändern Akku Akkulaufzeit Laufzeit Drucker Datei Dateien Ordner Arbeit Arbeitszeit Zeit ich wie ist ein und für',
};

export interface RandomCorpus {
  documents: SearchDocument[];
  queries: string[];
}

/** Texts of everyday words by Zipf's law, and queries with slips, beginnings and quotations among them. */
export function randomCorpus(language: string, sizes: { documents: number; queries: number }): RandomCorpus {
  const random = seededRandom(11);
  const known = (WORDS[language] ?? '').split(' ');
  const rare = Array.from(
    { length: 300 },
    (_, number) => `${known[number % known.length]}${number.toString(36)}x`,
  );
  const words = [...known, ...rare];
  const word = () => words[Math.floor(words.length * random() ** 2.5)] ?? '';
  const text = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, word).join(' ');
  const slip = (typed: string) => {
    const at = Math.floor(random() * typed.length);
    return `${typed.slice(0, at)}${typed.slice(at + 1)}`;
  };
  const query = () => {
    const [typed, kind] = [text(5), random()];
    if (kind < 0.15) return slip(typed);
    if (kind < 0.3) return typed.slice(0, -1);
    return kind < 0.4 ? `"${text(2)}" ${typed}` : typed;
  };
  return {
    documents: Array.from({ length: sizes.documents }, (_, id) => ({
      id: id + 1,
      fields: [text(5), text(8), text(80)],
      facets: {},
    })),
    queries: Array.from({ length: sizes.queries }, query),
  };
}
