import type { StartAnswer } from '../widget-answers.ts';
import type { Requests } from './requests.ts';

export interface Person {
  name?: string | undefined;
  email?: string | undefined;
}

/** The surroundings of a view. */
export interface Place {
  start: StartAnswer;
  /** BCP 47, as the page says it. */
  language: string;
  requests: Requests;
  visit: Visit;
  openGuide(slug: string): void;
  /** Dispatches `guidepost-<name>` from the element. */
  tell(name: 'open' | 'search' | 'answered' | 'sent', detail: object): void;
  /** Whom a message is from, as far as the page has said. */
  person(): Person;
  /** Links to the forum and to people, for those who did not find an answer. @param about what they looked for */
  waysOn(about: string): HTMLElement[];
  /** An attribute of the element, as it is now. */
  attribute(name: 'suggest' | 'contact'): string;
}

/** The steps of a visitor in the panel, known to the page alone until a message carries them: lines for people. */
export interface Visit {
  /** The present query; empty once it has been noted, and while it is being typed. */
  query: string;
  searched: Set<string>;
  read: Set<string>;
  answered: Set<string>;
}

export function createVisit(): Visit {
  return { query: '', searched: new Set(), read: new Set(), answered: new Set() };
}

/** As many lines of a kind, and characters of a line, as a message takes. */
const MOST_LINES = 20;
const LONGEST_LINE = 300;

/** Notes a line as the newest one. */
export function note(lines: Set<string>, text: string): void {
  const line = text.slice(0, LONGEST_LINE).toWellFormed();
  lines.delete(line);
  lines.add(line);
  for (const oldest of lines) {
    if (lines.size <= MOST_LINES) break;
    lines.delete(oldest);
  }
}

/** A search counts once it has led somewhere, since results appear while people type. */
export function noteQuery(visit: Visit): void {
  if (visit.query !== '') note(visit.searched, visit.query);
  visit.query = '';
}

/** Forgets the steps that a message has carried: the next one does not have them again. */
export function clearVisit(visit: Visit): void {
  visit.query = '';
  for (const lines of [visit.searched, visit.read, visit.answered]) lines.clear();
}
