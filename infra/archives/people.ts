import { createZipf, pick, type Random } from './random.ts';

export interface Person {
  name: string;
  useremail: string;
}

type Names = readonly [string, ...string[]];

const FIRST: Names = [
  'Anna',
  'Erik',
  'Maria',
  'Lars',
  'Åsa',
  'Jürgen',
  'Sophie',
  'José',
  'Emma',
  'Olu',
  'Mei',
  'Björn',
];
const LAST: Names = [
  'Berg',
  'Lind',
  'Sjö',
  'Müller',
  'Dupont',
  'García',
  'Smith',
  'Nowak',
  'Öberg',
  'Khan',
  'Virtanen',
];

/** A few people post a lot, and most only once. */
export function createPeople(count: number, random: Random): () => Person {
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
