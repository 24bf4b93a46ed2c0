import { createPeople, type Person } from './people.ts';
import { createProse, type Prose } from './prose.ts';
import { createRandom, createZipf, normal, type Random } from './random.ts';
import { createVocabulary, LANGUAGE_CODES } from './vocabulary.ts';

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
