import { archiveLines } from '../archives/archive.ts';

/** Something that a person writes. */
export interface Prose {
  name: string;
  useremail: string;
  title: string;
  text: string;
}

const MANY = 100_000;

/** Texts as people write them, so that searches find some of them by the same words. */
export function createProse(): () => Prose {
  const lines = archiveLines({ dialogs: MANY, comments: 0, seed: 3 });
  return () => {
    const { name, useremail, title, text } = JSON.parse(String(lines.next().value)) as Prose;
    return { name, useremail, title, text };
  };
}
