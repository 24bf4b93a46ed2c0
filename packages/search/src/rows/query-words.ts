import type { WordForm } from '../analysis/word.ts';
import { readSpelling } from '../memory/indexed-words.ts';
import { type ByteRange, createSpellingTable } from '../memory/spelling-table.ts';
import { mostFrequentOf } from '../memory/vocabulary.ts';
import type { KnownWords, Term } from '../ranking/known-words.ts';
import { type AskedTenant, type Found, type Lookup, lookupName, type WordLookups } from './word-lookups.ts';

/** Looking more up at once takes too long; what is left out is looked up in the next round. */
const MOST_AT_ONCE = 400;

/** More would be a query made for it. */
const MOST_ROUNDS = 8;

/** The term of words that nothing has asked for. */
export const UNKNOWN: Term = 0;

/** Bits of {@link outline}. */
const OUTLINES = 2 ** 16;

/** Tells most spellings apart by their length, their first two bytes and the last. */
function outline(bytes: Uint8Array, start: number, end: number): number {
  const first = bytes[start] ?? 0;
  const second = bytes[start + 1] ?? 0;
  const last = bytes[end - 1] ?? 0;
  return (first * 2_053 + second * 389 + last * 61 + (end - start)) & (OUTLINES - 1);
}

/** The words that one query asks for, of a tenant in the database. */
export class QueryWords implements KnownWords {
  readonly #tenant: AskedTenant;
  readonly #lookups: WordLookups;
  readonly #table = createSpellingTable();
  /** By term. Undefined for a word of a document that was not looked up, until it is read. */
  readonly #words: (WordForm | undefined)[] = [];
  /** Where the spelling of such a word stands. */
  readonly #spelt = new Map<Term, ByteRange>();
  readonly #documents: number[] = [];
  readonly #hidden: number[] = [];
  readonly #firstOfStem = new Map<string, Term>();
  readonly #found = new Map<string, readonly Term[]>();
  readonly #counts = new Map<string, Found>();
  /** By {@link outline}, whether a word that was looked up may have a spelling. */
  readonly #mayBeKnown = new Uint8Array(OUTLINES);
  #lacking: Lookup[] = [];
  #isLast = false;

  constructor(tenant: AskedTenant, lookups: WordLookups) {
    this.#tenant = tenant;
    this.#lookups = lookups;
    this.term({ bytes: new Uint8Array(), start: 0, end: 0 });
  }

  get isLacking(): boolean {
    return this.#lacking.length > 0 && !this.#isLast;
  }

  /** Reads until nothing is lacking any more. */
  async resolve<Result>(read: () => Promise<Result>): Promise<Result> {
    for (let round = 1; ; round += 1) {
      this.#isLast = round === MOST_ROUNDS;
      const result = await read();
      if (!this.isLacking) return result;
      await this.#fetch();
    }
  }

  /** Looks up how many documents have each of the stems. */
  async count(stems: ReadonlySet<string>): Promise<void> {
    this.#isLast = false;
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      for (const text of stems) this.#countOf(text);
      if (!this.isLacking) return;
      await this.#fetch();
    }
  }

  async #fetch(): Promise<void> {
    const lookups = this.#lacking;
    this.#lacking = [];
    await this.#lookups.fetch(this.#tenant, lookups);
  }

  /** Whether a spelling may be that of a word that was looked up: most others are told without comparing them. */
  mayKnow(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#mayBeKnown[outline(bytes, start, end)] === 1;
  }

  /** The term of a word of a document, in UTF-8. */
  term(spelling: ByteRange): Term {
    const known = this.#table.find(spelling);
    if (known >= 0) return known;
    const term = this.#table.add(spelling);
    this.#spelt.set(term, spelling);
    return term;
  }

  formOf(term: Term): string {
    return this.#wordOf(term).form;
  }

  stemOf(term: Term): string {
    return this.#wordOf(term).stem;
  }

  documentsOf(term: Term): number {
    return this.#documents[term] ?? 0;
  }

  isHeld(term: Term): boolean {
    return this.documentsOf(term) > 0 || (this.#hidden[term] ?? 0) > 0;
  }

  firstOfStem(term: Term): Term {
    const stem = this.stemOf(term);
    const first = this.#firstOfStem.get(stem) ?? term;
    this.#firstOfStem.set(stem, first);
    return first;
  }

  documentsWithStem(term: Term): number {
    return this.#countOf(this.stemOf(term))?.count ?? 0;
  }

  hasStem(stem: string): boolean {
    return this.#countOf(stem)?.isWord ?? false;
  }

  withStem(text: string): readonly Term[] {
    return [...this.withOwnStem(text), ...this.#find({ by: 'lemma', text })];
  }

  withOwnStem(text: string): readonly Term[] {
    return this.#find({ by: 'stem', text });
  }

  /** Those with this stem or lemma, unless nothing has asked for them. */
  askedStem(text: string): readonly Term[] | undefined {
    const own = this.#found.get(lookupName({ by: 'stem', text }));
    const others = this.#found.get(lookupName({ by: 'lemma', text }));
    return own && others && [...own, ...others];
  }

  withFolded(text: string): readonly Term[] {
    return this.#find({ by: 'folded', text });
  }

  withForm(text: string): readonly Term[] {
    return this.#find({ by: 'form', text });
  }

  mostBeginning(text: string, most: number): readonly Term[] {
    return this.#find({ by: 'beginning', text, most });
  }

  hiddenBeginning(text: string, most: number): readonly Term[] {
    return this.#find({ by: 'hidden beginning', text, most });
  }

  mostEnding(text: string, most: number): readonly Term[] {
    return this.#find({ by: 'end', text, most });
  }

  mostFrequent(terms: Iterable<Term>, most: number): Term[] {
    return mostFrequentOf(terms, most, (term) => this.documentsOf(term));
  }

  similar(text: string, slips: number, hiddenToo: boolean): Iterable<readonly Term[]> {
    return [this.#find({ by: 'similar', text, slips, hiddenToo })];
  }

  #find(lookup: Lookup): readonly Term[] {
    const name = lookupName(lookup);
    const known = this.#found.get(name);
    if (known) return known;
    const found = this.#look(lookup);
    if (!found) return [];
    const terms = found.words.map((word) => {
      const bytes = Buffer.from(word.spelling);
      const spelling = { bytes, start: 0, end: bytes.length };
      const term = this.term(spelling);
      this.#mayBeKnown[outline(bytes, 0, bytes.length)] = 1;
      this.#words[term] = word;
      this.#documents[term] = word.documents;
      this.#hidden[term] = word.hidden;
      return term;
    });
    this.#found.set(name, terms);
    return terms;
  }

  #countOf(text: string): Found | undefined {
    const known = this.#counts.get(text);
    if (known) return known;
    const found = this.#look({ by: 'count', text });
    if (found) this.#counts.set(text, found);
    return found;
  }

  #look(lookup: Lookup): Found | undefined {
    const found = this.#lookups.known(this.#tenant, lookup);
    if (!found && this.#lacking.length < MOST_AT_ONCE) this.#lacking.push(lookup);
    return found;
  }

  #wordOf(term: Term): WordForm {
    const known = this.#words[term];
    if (known) return known;
    const { bytes, start, end } = this.#spelt.get(term) ?? { bytes: new Uint8Array(), start: 0, end: 0 };
    const word = readSpelling(Buffer.from(bytes.subarray(start, end)).toString());
    this.#words[term] = word;
    return word;
  }
}
