import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord } from '../analysis/word.ts';
import type { Correction } from '../port.ts';
import { joinedWords, partsOfCompound, wordsWith } from './compounds.ts';
import { type Expressions, isAnyKnown, type Phrase, type TenantWords, WORTH } from './concept.ts';
import type { Term } from './known-words.ts';
import { nearestWord } from './nearest-word.ts';

/** The words and phrases that documents may have in place of a word, or of a part of a compound. */
export interface Expressed {
  readonly expressions: Expressions;
  readonly phrases: readonly Phrase[];
}

export interface ExpressedWord {
  readonly word: QueryWord;
  /** The word after it. */
  readonly next: QueryWord | undefined;
  readonly isFunctionWord: boolean;
  /** Whether the query has function words only. */
  readonly isAlone: boolean;
  /** Stems of words, or of phrases. */
  readonly synonyms: readonly (readonly string[])[];
}

export interface WordReader {
  /** For a compound that no document has, what expresses each of its parts. */
  read(word: ExpressedWord): Promise<Expressed[]>;
  /** Words searched in place of unknown ones, so far. */
  readonly corrections: readonly Correction[];
}

const MOST_COMPLETIONS = 32;

/** Looking for the nearest spelling reads the whole vocabulary. */
const MOST_CORRECTED = 5;

/** Reads the words of one query in a tenant's vocabulary. */
export function createWordReader(sources: TenantWords): WordReader {
  const { vocabulary, slice } = sources;
  const corrections: Correction[] = [];
  const phraseOf = createPhrases(sources);
  let unknown = 0;

  /** The nearest spelling of a word that no document has. */
  async function correct(word: QueryWord, expressed: Expressing): Promise<void> {
    if (unknown === MOST_CORRECTED) return;
    unknown += 1;
    const nearest = await nearestWord(word, sources);
    if (nearest === undefined) return;
    corrections.push({ typed: word.typed, meant: vocabulary.formOf(nearest) });
    expressed.add([nearest], WORTH.corrected);
    expressed.add(vocabulary.withStem(vocabulary.stemOf(nearest)), WORTH.corrected * WORTH.stem);
  }

  /** Adds words that mean much the same as a word. */
  async function addOthers({ word, next }: ExpressedWord, expressed: Expressing): Promise<void> {
    if (slice.isOver) await slice.next();
    if (word.parts.length > 0) return;
    expressed.add(await wordsWith(word, sources), WORTH.compound);
    if (next) expressed.add(joinedWords(word, next, sources), WORTH.exact);
  }

  async function read(one: ExpressedWord): Promise<Expressed[]> {
    const { word, synonyms, isFunctionWord } = one;
    const expressed = createExpressing();
    const { expressions, add } = expressed;
    const phrases: Phrase[] = [];
    addForms(one, expressed, sources);
    if (word.parts.length > 1)
      phrases.push(
        phraseOf(
          word.parts.map(({ stem }) => stem),
          WORTH.phrase,
        ),
      );
    const isWritten = isExpressed({ expressions, phrases }, sources);
    for (const synonym of synonyms.filter(({ length }) => length > 1))
      phrases.push(phraseOf(synonym, WORTH.synonym));
    if (!isFunctionWord && word.prefix !== undefined)
      add(completionsOf(word.prefix, sources), WORTH.completed);
    for (const [stem = '', ...more] of synonyms)
      if (more.length === 0) add(vocabulary.withStem(stem), WORTH.synonym);
    if (isFunctionWord) return [{ expressions, phrases }];
    await addOthers(one, expressed);
    const isFound = isWritten || isAnyKnown(expressions.keys(), sources);
    if (isFound || vocabulary.isLacking) return [{ expressions, phrases }];
    const parts = await partsOfCompound(word, sources);
    if (parts.length === 0) await correct(word, expressed);
    return parts.length === 0 ? [{ expressions, phrases }] : expressedParts(parts, phrases);
  }

  return { read, corrections };
}

/** Whether documents have it. */
export function isExpressed({ expressions, phrases }: Expressed, sources: TenantWords): boolean {
  return (
    phrases.some(({ words }) => words.every((terms) => isAnyKnown(terms, sources))) ||
    isAnyKnown(expressions.keys(), sources)
  );
}

interface Expressing {
  readonly expressions: Expressions;
  /** Terms that express the word already keep their weight. */
  add(terms: Iterable<Term>, weight: number): void;
}

function createExpressing(): Expressing {
  const expressions: Expressions = new Map();
  return {
    expressions,
    add(terms, weight) {
      for (const term of terms) if (!expressions.has(term)) expressions.set(term, weight);
    },
  };
}

function addForms(
  { word: { form, stem, folded = stem, lemmas = [] }, isFunctionWord: isFunction, isAlone }: ExpressedWord,
  { add }: Expressing,
  { vocabulary, analyzer }: TenantWords,
) {
  // Also of documents that an earlier analysis read, whose stems may differ.
  add(vocabulary.withForm(form), WORTH.exact);
  add(vocabulary.withOwnStem(stem), WORTH.stem);
  if (isAlone || !isFunction) {
    const inflections = [stem, ...lemmas].flatMap((key) => vocabulary.withStem(key));
    // Function words are forms of other words, too: `suis` of être, but also of suivre.
    const isMeant = (term: Term) => isFunction || !isFunctionWord(analyzer, vocabulary.formOf(term));
    add(inflections.filter(isMeant), WORTH.stem);
  }
  add(vocabulary.withFolded(folded), WORTH.folded);
}

function expressedParts(parts: readonly Term[][], phrases: readonly Phrase[]): Expressed[] {
  return parts.map((part, place) => ({
    expressions: new Map(part.map((term) => [term, WORTH.part])),
    phrases: place === 0 ? phrases : [],
  }));
}

function completionsOf(prefix: string, { vocabulary, hiddenToo }: TenantWords): readonly Term[] {
  const visible = vocabulary.mostBeginning(prefix, MOST_COMPLETIONS);
  if (!hiddenToo || visible.length === MOST_COMPLETIONS) return visible;
  return [...visible, ...vocabulary.hiddenBeginning(prefix, MOST_COMPLETIONS - visible.length)];
}

/** The same phrase for all words of a phrase with a synonym, so that it is looked for once. */
function createPhrases({ vocabulary }: TenantWords): (stems: readonly string[], weight: number) => Phrase {
  const known = new Map<string, Phrase>();
  return (stems, weight) => {
    const key = `${weight} ${stems.join(' ')}`;
    const words = () => stems.map((stem) => vocabulary.withStem(stem));
    const phrase = known.get(key) ?? { words: words(), weight };
    known.set(key, phrase);
    return phrase;
  };
}
