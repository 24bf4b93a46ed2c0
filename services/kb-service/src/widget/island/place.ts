import type { StartAnswer } from '../widget-answers.ts';
import type { Requests } from './requests.ts';

export interface Person {
  name?: string | undefined;
  email?: string | undefined;
}

/** What each view has around it. */
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

/** What someone has done in the panel, known to the page alone until a message carries it: lines for people. */
export interface Visit {
  searched: Set<string>;
  read: Set<string>;
  answered: Set<string>;
}

export function createVisit(): Visit {
  return { searched: new Set(), read: new Set(), answered: new Set() };
}
