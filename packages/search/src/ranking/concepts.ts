import { isFunctionWord } from '../analysis/function-words.ts';
import type { QueryWord, QuotedWord, SearchQuery, WordForm } from '../analysis/word.ts';
import type { Correction } from '../port.ts';
import type { Synonyms } from '../synonyms/synonyms.ts';
import { type Concept, informationOf, type Phrase, RARITY, type TenantWords, WORTH } from './concept.ts';
import { createWordReader, type Expressed, isExpressed } from './express-words.ts';
import type { Term } from './known-words.ts';

type Weighed = Omit<Concept, 'finds'>;

export interface Concepts {
  readonly concepts: readonly Concept[];
  /** Words searched in place of unknown ones. */
  readonly corrections: readonly Correction[];
  /** Words of documents that express the query, other than its inflections and beginnings. */
  readonly otherWords: string[];
  /** Words of the query that nothing expresses, as typed; no function words. */
  readonly missing: string[];
}

/** Function words count for a fifth, and no more than a fifth of the word that says most, however rare they are. */
const FUNCTION_WORD = 0.2;

/** A word finds documents if it has this share of the information of the query's most informative word. */
const LEAST_SHARE = 0.2 ** RARITY;

/** Documents with another form than the typed one make a word less rare by half: `important` is no `importing`. */
const OTHER_FORM = 0.5;

/** Resolves a query's words in a tenant's vocabulary. */
export async function findConcepts({ words, phrases }: SearchQuery, sources: TenantWords): Promise<Concepts> {
  const functionWords = new Set(words.filter(({ form }) => isFunctionWord(sources.analyzer, form)));
  const isAll = functionWords.size === words.length;
  const synonyms = synonymsIn(words, functionWords, sources.synonyms);
  const reader = createWordReader(sources);
  const concepts: Weighed[] = [];
  for (const [place, word] of words.entries()) {
    const isFunction = functionWords.has(word);
    const share = isFunction && !isAll ? FUNCTION_WORD : 1;
    const next = words[place + 1];
    const asked = {
      word,
      next,
      isFunctionWord: isFunction,
      isAlone: isAll,
      synonyms: synonyms.get(word) ?? [],
    };
    for (const expressed of await reader.read(asked))
      concepts.push({
        ...expressed,
        typed: word.typed,
        information: share * informationIn(expressed, sources),
        isRequired: false,
        isTelling: !isFunction,
      });
    if (sources.slice.isOver) await sources.slice.next();
  }
  const quoted = phrases.map((phrase) => requiredPhrase(phrase, sources));
  return {
    concepts: withFinding([...concepts, ...quoted], sources),
    corrections: reader.corrections,
    otherWords: otherWordsOf(words, concepts, sources),
    missing: concepts.filter((one) => one.isTelling && !isExpressed(one, sources)).map(({ typed }) => typed),
  };
}

/** Compounds of a quotation that are also looked for in parts; each doubles the phrases. */
const MOST_COMPOUNDS = 2;

/** Quoted words stand in this order and form. */
function requiredPhrase(words: readonly QuotedWord[], sources: TenantWords): Weighed {
  const { vocabulary } = sources;
  const termsOf = ({ form }: WordForm) => vocabulary.withForm(form);
  const phrases = spellingsOf(words).map((spelling) => ({ words: spelling.map(termsOf), weight: 1 }));
  const expressed = { expressions: new Map(), phrases };
  return {
    ...expressed,
    typed: words.map(({ form }) => form).join(' '),
    information: informationIn(expressed, sources),
    isRequired: true,
    isTelling: true,
  };
}

/** A quotation with each of its compounds as one word, and as its parts. */
function spellingsOf(words: readonly QuotedWord[]): WordForm[][] {
  const apart = words.filter(({ parts }) => parts.length > 0).slice(0, MOST_COMPOUNDS);
  let spellings: WordForm[][] = [[]];
  for (const word of words) {
    const inParts = apart.includes(word) ? spellings.map((spelling) => [...spelling, ...word.parts]) : [];
    spellings = [...spellings.map((spelling) => [...spelling, word]), ...inParts];
  }
  return spellings;
}

function otherWordsOf(
  words: readonly QueryWord[],
  concepts: readonly Weighed[],
  { analyzer, vocabulary }: TenantWords,
): string[] {
  const stems = new Set(words.map(({ stem }) => stem));
  const forms = new Set<string>();
  const isOther = (term: Term, weight: number) =>
    weight > WORTH.folded && weight < WORTH.exact && !stems.has(vocabulary.stemOf(term));
  for (const { expressions, phrases } of concepts) {
    for (const [term, weight] of expressions) if (isOther(term, weight)) forms.add(vocabulary.formOf(term));
    for (const phrase of phrases)
      if (phrase.weight === WORTH.synonym)
        for (const term of phrase.words.flat()) forms.add(vocabulary.formOf(term));
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

/** The information of meeting a word in any of its forms or, if no document has it, in other words. */
function informationIn({ expressions, phrases }: Expressed, { vocabulary, documents }: TenantWords): number {
  const having = (term: Term) => vocabulary.documentsOf(term);
  const forms = [...expressions].filter(([term, weight]) => weight >= WORTH.stem && having(term) > 0);
  const isTyped = ([, weight]: [Term, number]) => weight === WORTH.exact;
  const other = forms.some(isTyped) ? OTHER_FORM : 1;
  const counted =
    forms.length > 0
      ? sum(forms.map((form) => having(form[0]) * (isTyped(form) ? 1 : other)))
      : sum(Array.from(expressions.keys(), having));
  return informationOf(counted || mostWithAPhrase(phrases, having), documents);
}

/** At most this many documents can have one of the phrases. */
function mostWithAPhrase(phrases: readonly Phrase[], having: (term: Term) => number): number {
  return Math.max(
    0,
    ...phrases.map(({ words }) => Math.min(...words.map((terms) => sum(terms.map(having))))),
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Synonyms of words of the query, or of phrases of them, without function words. */
function synonymsIn(
  words: readonly QueryWord[],
  functionWords: ReadonlySet<QueryWord>,
  synonyms: Synonyms,
): Map<QueryWord, (readonly string[])[]> {
  const found = new Map<QueryWord, (readonly string[])[]>();
  for (let begin = 0; begin < words.length; begin += 1) {
    for (let end = begin + 1; end <= Math.min(begin + synonyms.longest, words.length); end += 1) {
      const phrase = words.slice(begin, end);
      const telling = phrase.filter((word) => !functionWords.has(word));
      if (phrase.length === 1 && telling.length === 0) continue;
      const others = [
        ...new Set([
          ...synonyms.of(phrase.map(({ stem }) => stem)),
          ...synonyms.of(phrase.map(({ stem, lemmas }) => lemmas?.[0] ?? stem)),
        ]),
      ];
      for (const word of telling.length > 0 ? telling : phrase)
        found.set(word, [...(found.get(word) ?? []), ...others]);
    }
  }
  return found;
}
