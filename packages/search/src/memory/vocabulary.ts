import { readSpelling } from './indexed-words.ts';
import { createNumberLists, postingOf } from './number-lists.ts';
import { type ByteRange, createSpellingTable } from './spelling-table.ts';

/** Terms by a key, such as their stem. */
interface TermLists {
  /** @param term higher than all before */
  add(key: string, term: number): void;
  /** The last term; -1 for none. */
  last(key: string): number;
  /** The one before a term in its list; -1 for none. */
  before(term: number): number;
  /** In ascending order. */
  of(key: string): number[];
  keys(): Iterable<string>;
}

/** A word of a tenant's documents: a place in its vocabulary. */
export type Term = number;

/** Letters by which words with the same beginning or end are found. */
const EDGE = 4;
/** The length of short beginnings, as people type them. */
const SHORT_EDGE = 2;

/** The words of a tenant's documents, with the documents that have each. */
export class Vocabulary {
  readonly forms: string[] = [];
  readonly stems: string[] = [];
  /** The letters of each form, as {@link lettersOf} gives them. */
  readonly letters: number[] = [];
  /** The first term with the stem of each. */
  readonly firstOfStem: Term[] = [];
  /** Visible documents that have the term. */
  readonly documents: number[] = [];
  readonly #postings = createNumberLists();
  /** The last term with the stem, of each first one. */
  readonly #lastOfStem: Term[] = [];
  readonly #spellings = createSpellingTable();
  readonly #byStem = createTermLists();
  readonly #byFolded = createTermLists();
  readonly #byShortBeginning = createTermLists();
  readonly #byBeginning = createTermLists();
  readonly #byEnd = createTermLists();

  get size(): number {
    return this.forms.length;
  }

  /** The term of a spelling in UTF-8 (see `spellWord`); a new one is added. */
  term(spelling: ByteRange): Term {
    const known = this.#spellings.find(spelling);
    return known < 0 ? this.#add(spelling) : known;
  }

  #add(spelling: ByteRange): Term {
    const { bytes, start, end } = spelling;
    const { form, stem, folded } = readSpelling(Buffer.from(bytes.subarray(start, end)).toString());
    const term = this.#spellings.add(spelling);
    this.forms.push(form);
    this.stems.push(stem);
    this.letters.push(lettersOf(form));
    this.documents.push(0);
    this.#postings.add();
    const first = this.firstOfStem[this.#byStem.last(stem)] ?? term;
    this.firstOfStem.push(first);
    this.#lastOfStem.push(term);
    this.#lastOfStem[first] = term;
    this.#byStem.add(stem, term);
    this.#byFolded.add(folded ?? stem, term);
    this.#byShortBeginning.add(form.slice(0, SHORT_EDGE), term);
    this.#byBeginning.add(form.slice(0, EDGE), term);
    this.#byEnd.add(form.slice(-EDGE), term);
    return term;
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

  /** Documents with each form of a term's stem, added up. */
  documentsWithStem(term: Term): number {
    let sum = 0;
    const last = this.#lastOfStem[this.firstOfStem[term] ?? -1] ?? -1;
    for (let same = last; same >= 0; same = this.#byStem.before(same)) sum += this.documents[same] ?? 0;
    return sum;
  }

  withStem(stem: string): readonly Term[] {
    return this.#byStem.of(stem);
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

  /** The terms of these that are in most documents, first; none that are in no visible one. */
  mostFrequent(terms: Iterable<Term>, most: number): Term[] {
    const frequency = (term: Term) => this.documents[term] ?? 0;
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
}

/** A set of 32 letters, as bits; different letters may share one. */
export function lettersOf(word: string): number {
  let letters = 0;
  for (let index = 0; index < word.length; index += 1) letters |= 1 << (word.charCodeAt(index) & 31);
  return letters;
}

function termsOf(lists: TermLists, isWanted: (key: string) => boolean): Term[] {
  const found: Term[] = [];
  for (const key of lists.keys()) if (isWanted(key)) found.push(...lists.of(key));
  return found.sort((some, other) => some - other);
}

/** Each term knows the one before it in its list: most lists have one or two, and an array for each takes 200 bytes. */
function createTermLists(): TermLists {
  const last = new Map<string, number>();
  const before: number[] = [];
  return {
    add(key, term) {
      before.push(last.get(key) ?? -1);
      last.set(key, term);
    },
    last: (key) => last.get(key) ?? -1,
    before: (term) => before[term] ?? -1,
    of(key) {
      const terms: number[] = [];
      for (let term = last.get(key) ?? -1; term >= 0; term = before[term] ?? -1) terms.push(term);
      return terms.reverse();
    },
    keys: () => last.keys(),
  };
}
