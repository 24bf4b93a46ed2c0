import {
  createRandom,
  createVocabulary,
  createZipf,
  LANGUAGE_CODES,
  normal,
  pick,
  type Random,
} from './words.ts';

export interface ArchiveSize {
  dialogs: number;
  comments: number;
  seed: number;
}

const START = Date.parse('2016-01-01T00:00:00Z');
const END = Date.parse('2026-01-01T00:00:00Z');
const HOUR = 3_600_000;
const TAGS = 200;
/** One tag in this many is public. */
const PUBLIC_TAG = 4;

/** Lines for `forum import`, one dialog each, oldest first, with realistic distributions. */
export function* archiveLines({ dialogs, comments, seed }: ArchiveSize): Generator<string, void> {
  const random = createRandom(seed);
  const attention = shareOut(comments, dialogs, random);
  const person = createPeople(Math.max(10, dialogs), random);
  const proses = LANGUAGE_CODES.map((language) => createProse(createVocabulary(language, random), random));
  const nextLanguage = createZipf(proses.length);
  const nextTag = createZipf(TAGS);
  for (let number = 0; number < dialogs; number += 1) {
    const prose = proses[nextLanguage(random)];
    if (!prose) continue;
    const time = START + (END - START) * Math.sqrt((number + random()) / dialogs);
    yield `${JSON.stringify(dialogLine({ prose, person, random, nextTag, time, replies: attention[number] ?? 0 }))}\n`;
  }
}

function shareOut(comments: number, dialogs: number, random: Random): number[] {
  const weights = Array.from({ length: dialogs }, () => Math.exp(1.3 * normal(random)));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  let seen = 0;
  let given = 0;
  return weights.map((weight) => {
    seen += weight;
    const due = Math.round((comments * seen) / sum);
    const part = due - given;
    given = due;
    return part;
  });
}

interface DialogParts {
  prose: Prose;
  person: () => Person;
  random: Random;
  nextTag: (random: Random) => number;
  time: number;
  replies: number;
}

function dialogLine({ prose, person, random, nextTag, time, replies }: DialogParts): object {
  const tags = new Set(Array.from({ length: Math.floor(random() * 4) }, () => nextTag(random)));
  const votes = Math.floor(replies * random());
  return {
    topic: topicOf(random()),
    title: prose.title(),
    text: prose.text(60),
    ...person(),
    pub_date: new Date(time).toISOString(),
    tags: [...tags].map((tag) =>
      tag % PUBLIC_TAG === 0 ? { name: `tag ${tag}`, is_public: true } : `tag ${tag}`,
    ),
    ...(random() < 0.03 && { archived: true }),
    ...(random() < 0.3 && { state: 'answered' }),
    views: Math.floor((replies + 1) * 40 * random()),
    votes: Array.from({ length: votes }, person),
    comments: Array.from({ length: replies }, () => ({
      ...person(),
      text: prose.text(25),
      pub_date: new Date(Math.min(END, time + HOUR * Math.exp(3 + 2 * normal(random)))).toISOString(),
      ...(random() < 0.15 && { is_org_reply: true }),
    })),
  };
}

function topicOf(share: number): string {
  if (share < 0.5) return 'Q';
  if (share < 0.8) return 'P';
  return share < 0.95 ? 'S' : 'B';
}

/** Texts with realistic lengths: many short ones, a few long ones. */
interface Prose {
  title(): string;
  /** @param words the median length */
  text(words: number): string;
}

const LONGEST_TITLE = 9;
const SHORTEST_TITLE = 3;
const MOST_WORDS = 1_500;
const LINKED = 0.04;

function createProse(nextWord: () => string, random: Random): Prose {
  const words = (count: number) => Array.from({ length: count }, nextWord);
  return {
    title() {
      const count = SHORTEST_TITLE + Math.floor(random() * (LONGEST_TITLE - SHORTEST_TITLE + 1));
      return capitalize(`${words(count).join(' ')}${random() < 0.5 ? '?' : ''}`);
    },
    text(usual) {
      let left = Math.min(MOST_WORDS, Math.max(3, Math.round(usual * Math.exp(normal(random)))));
      const sentences: string[] = [];
      while (left > 0) {
        const count = Math.min(left, 4 + Math.floor(random() * 14));
        sentences.push(`${capitalize(words(count).join(' '))}.`);
        left -= count;
      }
      const breaks = sentences.map((sentence) => sentence + (random() < 0.15 ? '\n\n' : ' '));
      const link =
        random() < LINKED ? ` https://www.example.com/${nextWord()}/${Math.floor(random() * 1_000)}` : '';
      return breaks.join('').trim() + link;
    },
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Person {
  name: string;
  useremail: string;
}

type Names = readonly [string, ...string[]];

const names = (words: string) => words.split(' ') as unknown as Names;

const FIRST: Names = names('Anna Erik Maria Lars Åsa Jürgen Sophie José Emma Olu Mei Björn');
const LAST: Names = names('Berg Lind Sjö Müller Dupont García Smith Nowak Öberg Khan Virtanen');

/** A few people post a lot, and most only once. */
function createPeople(count: number, random: Random): () => Person {
  const nextRank = createZipf(count);
  const people = new Map<number, Person>();
  return () => {
    const rank = nextRank(random);
    const known = people.get(rank);
    if (known) return known;
    const name = `${pick(FIRST, random)} ${pick(LAST, random)}`;
    const person = { name, useremail: `person-${rank}@example.com` };
    people.set(rank, person);
    return person;
  };
}
