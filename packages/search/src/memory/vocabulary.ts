import type { KnownWords, Term } from '../ranking/known-words.ts';
import { countBits } from './count-bits.ts';
import { readSpelling } from './indexed-words.ts';
import { createNumberLists, postingOf } from './number-lists.ts';
import { type ByteRange, createSpellingTable } from './spelling-table.ts';
import { createTermLists, type TermLists } from './term-lists.ts';

export type { Term } from '../ranking/known-words.ts';

/** Letters by which words with the same beginning or end are found. */
const EDGE = 4;
/** The length of short beginnings, as people type them. */
const SHORT_EDGE = 2;

/** Words that are compared by their letters at once. */
const COMPARED_AT_ONCE = 1_024;

/** A term of an index that was kept, with the bytes of its spelling. */
export interface KeptTerm extends ByteRange {
  /** The spelling as a string: decoding many at once is faster. */
  readonly text: string;
  /** Its postings are from `first` to before `last`. */
  readonly postings: Uint32Array;
  readonly first: number;
  readonly last: number;
  /** Visible documents that have it. */
  readonly documents: number;
}

/** The words of a tenant's documents, with the documents that have each. A term is its place among them. */
export class Vocabulary implements KnownWords {
  /** Everything is here. */
  readonly isLacking = false;
  readonly forms: string[] = [];
  readonly stems: string[] = [];
  /** The letters of each form, as {@link lettersOf} gives them. */
  readonly letters: number[] = [];
  /** The first term with the stem of each. */
  readonly #firstOfStem: Term[] = [];
  /** Visible documents that have the term. */
  readonly documents: number[] = [];
  readonly #postings = createNumberLists();
  /** The last term with the stem, of each first one. */
  readonly #lastOfStem: Term[] = [];
  readonly #spellings = createSpellingTable();
  readonly #byStem = createTermLists((term) => this.stemOf(term));
  readonly #byLemma = new Map<string, Term[]>();
  /** The key of each term without the language's own letters, if that is not its stem. */
  readonly #folded = new Map<Term, string>();
  readonly #byFolded = createTermLists((term) => this.#folded.get(term) ?? this.stemOf(term));
  readonly #byShortBeginning = createTermLists((term) => this.formOf(term).slice(0, SHORT_EDGE));
  readonly #byBeginning = createTermLists((term) => this.formOf(term).slice(0, EDGE));
  readonly #byEnd = createTermLists((term) => this.formOf(term).slice(-EDGE));

  get size(): number {
    return this.forms.length;
  }

  /** The term of a spelling in UTF-8 (see `spellWord`); a new one is added. */
  term(spelling: ByteRange): Term {
    const known = this.#spellings.find(spelling);
    return known < 0 ? this.#addNew(spelling) : known;
  }

  /** In UTF-8. */
  spelling(term: Term): Uint8Array {
    return this.#spellings.of(term);
  }

  /** Adds a term whose spelling no other has. */
  adopt(kept: KeptTerm): void {
    const { text, postings, first, last, documents } = kept;
    this.#postings.add(postings, first, last);
    this.documents[this.#add(kept, text)] = documents;
  }

  #addNew(spelling: ByteRange): Term {
    this.#postings.add();
    return this.#add(spelling, textOf(spelling));
  }

  #add(spelling: ByteRange, text: string): Term {
    const { form, stem, folded, lemmas = [] } = readSpelling(text);
    const term = this.#spellings.add(spelling);
    this.forms.push(form);
    this.stems.push(stem);
    this.letters.push(lettersOf(form));
    this.documents.push(0);
    const first = this.#firstOfStem[this.#byStem.add(stem, term)] ?? term;
    this.#firstOfStem.push(first);
    this.#lastOfStem.push(term);
    this.#lastOfStem[first] = term;
    if (folded !== undefined) this.#folded.set(term, folded);
    for (const lemma of lemmas) this.#addLemma(lemma, term);
    this.#byFolded.add(folded ?? stem, term);
    this.#byShortBeginning.add(form.slice(0, SHORT_EDGE), term);
    this.#byBeginning.add(form.slice(0, EDGE), term);
    this.#byEnd.add(form.slice(-EDGE), term);
    return term;
  }

  #addLemma(lemma: string, term: Term): void {
    const others = this.#byLemma.get(lemma);
    if (others) others.push(term);
    else this.#byLemma.set(lemma, [term]);
  }

  /** Adds a document, which must be higher than all before. */
  post(term: Term, document: number, weight: number): void {
    this.#postings.push(term, postingOf(document, weight));
  }

  /** Call before a search that may go on while documents are added. */
  share(): void {
    this.#postings.share();
  }

  /** See {@link documentOf} and {@link weightOf}. */
  postings(term: Term): Uint32Array {
    return this.#postings.of(term);
  }

  formOf(term: Term): string {
    return this.forms[term] ?? '';
  }

  stemOf(term: Term): string {
    return this.stems[term] ?? '';
  }

  documentsOf(term: Term): number {
    return this.documents[term] ?? 0;
  }

  isHeld(term: Term): boolean {
    return this.#postings.of(term).length > 0;
  }

  firstOfStem(term: Term): Term {
    return this.#firstOfStem[term] ?? term;
  }

  documentsWithStem(term: Term): number {
    let sum = 0;
    const last = this.#lastOfStem[this.#firstOfStem[term] ?? -1] ?? -1;
    for (let same = last; same >= 0; same = this.#byStem.before(same)) sum += this.documents[same] ?? 0;
    return sum;
  }

  hasStem(stem: string): boolean {
    return this.withStem(stem).some((term) => this.documentsOf(term) > 0);
  }

  withOwnStem(stem: string): readonly Term[] {
    return this.#byStem.of(stem);
  }

  withStem(stem: string): readonly Term[] {
    const own = this.#byStem.of(stem);
    const others = this.#byLemma.get(stem);
    return others ? [...own, ...others] : own;
  }

  /** Terms whose stem is this one without the language's own letters. */
  withFolded(folded: string): readonly Term[] {
    return this.#byFolded.of(folded);
  }

  withForm(form: string): Term[] {
    return this.#byBeginning.of(form.slice(0, EDGE)).filter((term) => this.forms[term] === form);
  }

  beginningWith(prefix: string): Term[] {
    const isLong = prefix.length >= EDGE;
    const known = isLong ? this.#byBeginning : this.#byShortBeginning;
    if (prefix.length < SHORT_EDGE) return termsOf(known, (beginning) => beginning.startsWith(prefix));
    const near = known.of(prefix.slice(0, isLong ? EDGE : SHORT_EDGE));
    return near.filter((term) => this.forms[term]?.startsWith(prefix));
  }

  endingWith(suffix: string): Term[] {
    const known = this.#byEnd;
    if (suffix.length < EDGE) return termsOf(known, (end) => end.endsWith(suffix));
    const near = known.of(suffix.slice(-EDGE));
    return near.filter((term) => this.forms[term]?.endsWith(suffix));
  }

  mostBeginning(beginning: string, most: number): Term[] {
    return this.mostFrequent(this.beginningWith(beginning), most);
  }

  hiddenBeginning(beginning: string, most: number): Term[] {
    const isHidden = (term: Term) => this.documents[term] === 0 && this.isHeld(term);
    return this.beginningWith(beginning).filter(isHidden).slice(0, most);
  }

  mostEnding(end: string, most: number): Term[] {
    return this.mostFrequent(this.endingWith(end), most);
  }

  /** By their letters, in which two words differ by at most two for each slip. */
  *similar(form: string, slips: number, hiddenToo: boolean): Generator<Term[], void> {
    const letters = lettersOf(form);
    for (let begin = 0; begin < this.size; begin += COMPARED_AT_ONCE) {
      const end = Math.min(begin + COMPARED_AT_ONCE, this.size);
      const found: Term[] = [];
      for (let term = begin; term < end; term += 1)
        if (
          countBits(letters ^ (this.letters[term] ?? 0)) <= 2 * slips &&
          (this.documents[term] !== 0 || (hiddenToo && this.isHeld(term)))
        )
          found.push(term);
      yield found;
    }
  }

  mostFrequent(terms: Iterable<Term>, most: number): Term[] {
    return mostFrequentOf(terms, most, (term) => this.documents[term] ?? 0);
  }
}

/** The terms of most documents, first; none of no document. */
export function mostFrequentOf(
  terms: Iterable<Term>,
  most: number,
  frequency: (term: Term) => number,
): Term[] {
  const byFrequency = (some: Term, other: Term) => frequency(other) - frequency(some) || some - other;
  let found: Term[] = [];
  let least = 1;
  for (const term of terms) {
    if (frequency(term) < least) continue;
    found.push(term);
    // Sorting some now and then is faster than sorting all.
    if (found.length < 4 * most) continue;
    found = found.sort(byFrequency).slice(0, most);
    least = frequency(found.at(-1) ?? 0);
  }
  return found.sort(byFrequency).slice(0, most);
}

function textOf({ bytes, start, end }: ByteRange): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8', start, end);
}

/** A set of 32 letters, as bits; different letters may share one. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function termsOf(lists: TermLists, isWanted: (key: string) => boolean): Term[] {
  const found: Term[] = [];
  for (const key of lists.keys()) if (isWanted(key)) found.push(...lists.of(key));
  return found.sort((some, other) => some - other);
}
