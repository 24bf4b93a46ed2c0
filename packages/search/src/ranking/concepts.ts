import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord, SearchQuery, WordForm } from '../analysis/word.ts';
import type { Term } from '../memory/vocabulary.ts';
import type { Correction } from '../port/search-index.ts';
import { joinedWords, partsOfCompound, wordsWith } from './compounds.ts';
import { nearestWord } from './nearest-word.ts';
import { relatedForms } from './related-forms.ts';
import { isKnown, type TenantWords } from './tenant-words.ts';

/** A way to express a concept: its terms, each worth as much as the weight says. */
export type Expressions = Map<Term, number>;

/** Words that express a concept only in this order, each in any of its forms. */
export interface Phrase {
  readonly words: readonly (readonly Term[])[];
  readonly weight: number;
}

/** A word of the query, and what documents may have in its place. */
export interface Concept {
  readonly typed: string;
  /** How much a document that has it is about the query, in nats. */
  readonly information: number;
  readonly expressions: Expressions;
  readonly phrases: readonly Phrase[];
  readonly isRequired: boolean;
  /** False for a function word. */
  readonly isTelling: boolean;
  /** Whether documents with this concept alone are results; others only rank higher with it. */
  readonly finds: boolean;
}

type Weighed = Omit<Concept, 'finds'>;

export interface Concepts {
  readonly concepts: readonly Concept[];
  /** Words searched in place of unknown ones. */
  readonly corrections: Correction[];
  /** Words of documents that express the query, other than its inflections and beginnings. */
  readonly otherWords: string[];
  /** Words of the query that nothing expresses, as typed; no function words. */
  readonly missing: string[];
}

const EXACT = 1;
const STEM = 0.85;
const PHRASE = 0.9;
const CORRECTED = 0.7;
const SYNONYM = 0.5;
const RELATED = 0.4;
const PART = 0.5;
const COMPOUND = 0.35;
const FOLDED = 0.3;
const COMPLETED = 0.25;

/** Function words count for a fifth, and no more than a fifth of the word that says most, however rare they are. */
const FUNCTION_WORD = 0.2;

/** A word finds documents if it has this share of the information of the query's most informative word. */
const LEAST_SHARE = 0.2;

const MOST_COMPLETIONS = 32;

/** Looking for the nearest spelling reads the whole vocabulary. */
const MOST_CORRECTED = 5;

/** Resolves a query's words in a tenant's vocabulary. */
export async function findConcepts({ words, phrases }: SearchQuery, sources: TenantWords): Promise<Concepts> {
  const corrections: Correction[] = [];
  const known = new Map<string, Phrase>();
  let unknown = 0;
  const functionWords = new Set(words.filter(({ form }) => isFunctionWord(sources.analyzer, form)));
  const isAll = functionWords.size === words.length;
  const synonyms = synonymsIn(words, functionWords, sources);
  const concepts: Weighed[] = [];
  for (const [index, word] of words.entries()) {
    const isFunction = functionWords.has(word);
    const share = isFunction && !isAll ? FUNCTION_WORD : 1;
    for (const { expressions, phrases: written } of await expressedBy(word, words[index + 1]))
      concepts.push({
        typed: word.typed,
        information: share * informationOf(sources, expressions, written),
        expressions,
        phrases: written,
        isRequired: false,
        isTelling: !isFunction,
      });
    if (sources.slice.isOver) await sources.slice.next();
  }
  const quoted = phrases.map((phrase) => requiredPhrase(phrase, sources));
  return {
    concepts: withFinding([...concepts, ...quoted], sources),
    corrections,
    otherWords: otherWordsOf(concepts, sources),
    missing: concepts.filter((one) => one.isTelling && !isExpressed(one, sources)).map(({ typed }) => typed),
  };

  /** What expresses a word; for an unknown compound, what expresses each of its parts. */
  async function expressedBy(
    word: QueryWord,
    next: QueryWord | undefined,
  ): Promise<Pick<Weighed, 'expressions' | 'phrases'>[]> {
    const expressions: Expressions = new Map();
    const found: Phrase[] = [];
    const others: Term[] = [];
    const add = (terms: Iterable<Term>, weight: number) => {
      for (const term of terms) if (!expressions.has(term)) expressions.set(term, weight);
    };
    addWord(word, 1, add);
    if (word.parts.length > 1)
      found.push(
        phraseOf(
          word.parts.map(({ stem }) => stem),
          PHRASE,
        ),
      );
    const isKnown =
      isAnyKnown(expressions.keys(), sources) ||
      found.some(({ words: own }) => own.every((terms) => isAnyKnown(terms, sources)));
    for (const synonym of synonyms.get(word) ?? []) {
      const [only] = synonym;
      if (synonym.length > 1) found.push(phraseOf(synonym, SYNONYM));
      else if (only !== undefined) others.push(...sources.vocabulary.withStem(only));
    }
    if (functionWords.has(word)) {
      add(others, SYNONYM);
      return [{ expressions, phrases: found }];
    }
    if (word.prefix !== undefined) add(completions(word.prefix), COMPLETED);
    add(others, SYNONYM);
    if (sources.slice.isOver) await sources.slice.next();
    if (word.parts.length === 0) {
      add(relatedForms(word, sources), RELATED);
      add(await wordsWith(word, sources), COMPOUND);
      if (next) add(joinedWords(word, next, sources), EXACT);
    }
    if (isKnown || isAnyKnown(expressions.keys(), sources)) return [{ expressions, phrases: found }];
    const parts = await partsOfCompound(word, sources);
    if (parts.length > 0)
      return parts.map((part, place) => ({
        expressions: new Map(part.map((term) => [term, PART])),
        phrases: place === 0 ? found : [],
      }));
    await correct(word, add);
    return [{ expressions, phrases: found }];
  }

  function addWord(
    { form, stem, folded = stem }: WordForm,
    share: number,
    add: (terms: Iterable<Term>, weight: number) => void,
  ): void {
    const { vocabulary } = sources;
    const same = vocabulary.withStem(stem);
    add(
      same.filter((term) => vocabulary.forms[term] === form),
      share * EXACT,
    );
    add(same, share * STEM);
    add(vocabulary.withFolded(folded), share * FOLDED);
  }

  async function correct(
    word: QueryWord,
    add: (terms: Iterable<Term>, weight: number) => void,
  ): Promise<void> {
    if (unknown === MOST_CORRECTED) return;
    unknown += 1;
    const nearest = await nearestWord(word, sources);
    if (nearest === undefined) return;
    const meant = sources.vocabulary.forms[nearest] ?? '';
    corrections.push({ typed: word.typed, meant });
    add([nearest], CORRECTED);
    add(sources.vocabulary.withStem(sources.vocabulary.stems[nearest] ?? ''), CORRECTED * STEM);
  }

  /** The same one for the words of a phrase with a synonym, so that it is looked for once. */
  function phraseOf(stems: readonly string[], weight: number): Phrase {
    const key = `${weight} ${stems.join(' ')}`;
    const phrase = known.get(key) ?? {
      words: stems.map((stem) => sources.vocabulary.withStem(stem)),
      weight,
    };
    known.set(key, phrase);
    return phrase;
  }

  function completions(prefix: string): Term[] {
    const { vocabulary, hiddenToo } = sources;
    const beginning = vocabulary.beginningWith(prefix);
    const visible = vocabulary.mostFrequent(beginning, MOST_COMPLETIONS);
    if (!hiddenToo || visible.length === MOST_COMPLETIONS) return visible;
    const hidden = beginning.filter((term) => vocabulary.documents[term] === 0 && isKnown(term, sources));
    return [...visible, ...hidden.slice(0, MOST_COMPLETIONS - visible.length)];
  }
}

/** What else expresses words of the query, or phrases of them: each of their words, without function words. */
function synonymsIn(
  words: readonly QueryWord[],
  functionWords: ReadonlySet<QueryWord>,
  { synonyms }: TenantWords,
): Map<QueryWord, (readonly string[])[]> {
  const found = new Map<QueryWord, (readonly string[])[]>();
  for (let begin = 0; begin < words.length; begin += 1) {
    for (let end = begin + 1; end <= Math.min(begin + synonyms.longest, words.length); end += 1) {
      const phrase = words.slice(begin, end);
      const telling = phrase.filter((word) => !functionWords.has(word));
      if (phrase.length === 1 && telling.length === 0) continue;
      const others = synonyms.of(phrase.map(({ stem }) => stem));
      for (const word of telling.length > 0 ? telling : phrase)
        found.set(word, [...(found.get(word) ?? []), ...others]);
    }
  }
  return found;
}

/** Quoted words stand in this order and form. */
function requiredPhrase(words: readonly WordForm[], sources: TenantWords): Weighed {
  const { vocabulary } = sources;
  const phrase = {
    words: words.map(({ form, stem }) =>
      vocabulary.withStem(stem).filter((term) => vocabulary.forms[term] === form),
    ),
    weight: 1,
  };
  return {
    typed: words.map(({ form }) => form).join(' '),
    information: informationOf(sources, new Map(), [phrase]),
    expressions: new Map(),
    phrases: [phrase],
    isRequired: true,
    isTelling: true,
  };
}

function otherWordsOf(concepts: readonly Weighed[], { analyzer, vocabulary }: TenantWords): string[] {
  const forms = new Set<string>();
  for (const { expressions, phrases } of concepts) {
    for (const [term, weight] of expressions)
      if (weight < STEM && weight > FOLDED) forms.add(vocabulary.forms[term] ?? '');
    for (const { words, weight } of phrases)
      if (weight === SYNONYM) for (const term of words.flat()) forms.add(vocabulary.forms[term] ?? '');
  }
  // The `in` of `sign in` would mark every other one.
  return [...forms].filter((form) => !isFunctionWord(analyzer, form));
}

function withFinding(concepts: readonly Weighed[], sources: TenantWords): Concept[] {
  const known = concepts.filter((one) => one.isRequired || isExpressed(one, sources));
  const telling = known.filter(({ isTelling }) => isTelling);
  const finding = telling.length > 0 ? telling : known;
  const most = Math.max(0, ...finding.map(({ information }) => information));
  const mostOfFunctionWord = telling.length > 0 ? most * FUNCTION_WORD : most;
  return known.map((concept) => ({
    ...concept,
    information: concept.isTelling ? concept.information : Math.min(concept.information, mostOfFunctionWord),
    finds: (concept.isTelling || telling.length === 0) && concept.information >= most * LEAST_SHARE,
  }));
}

/** Whether documents have it. */
function isExpressed({ expressions, phrases }: Weighed, sources: TenantWords): boolean {
  return (
    phrases.some(({ words }) => words.every((terms) => isAnyKnown(terms, sources))) ||
    isAnyKnown(expressions.keys(), sources)
  );
}

function isAnyKnown(terms: Iterable<Term>, sources: TenantWords): boolean {
  for (const term of terms) if (isKnown(term, sources)) return true;
  return false;
}

/** The information of meeting a word, by how many documents have it (BM25's, never negative). */
function informationOf(
  { vocabulary, documents }: TenantWords,
  expressions: Expressions,
  phrases: readonly Phrase[],
): number {
  const own = [...expressions].filter(
    ([term, weight]) => weight >= STEM && (vocabulary.documents[term] ?? 0) > 0,
  );
  const counted = own.length > 0 ? own : [...expressions];
  let having = sum(counted.map(([term]) => vocabulary.documents[term] ?? 0));
  if (having === 0)
    having = Math.max(
      0,
      ...phrases.map(({ words }) =>
        Math.min(...words.map((terms) => sum(terms.map((term) => vocabulary.documents[term] ?? 0)))),
      ),
    );
  const bounded = Math.min(having, documents);
  return Math.log(1 + (documents - bounded + 0.5) / (bounded + 0.5));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
