import type { GuideLink, StartAnswer } from '../widget-answers.ts';

/** Characters of a heading that a search gets. */
const LONGEST_WORDS = 200;

/** The path of the page, as people write it. */
export function pathOfPage(): string {
  try {
    return decodeURI(location.pathname);
  } catch {
    return location.pathname;
  }
}

/** The subject of the page: what it says itself, else its heading or title. */
export function wordsOfPage(said: string): string {
  const heading = document.querySelector('h1')?.textContent ?? '';
  return (said || heading.trim() || document.title).slice(0, LONGEST_WORDS).toWellFormed();
}

/** The guides of the first rule for a path; undefined if there is none. */
export function guidesFor(path: string, rules: StartAnswer['rules']): readonly GuideLink[] | undefined {
  for (const rule of rules) if (rule.guides.length > 0 && matches(rule.path, path)) return rule.guides;
  return undefined;
}

/** Whether a path is that of a pattern, in which `*` stands for any characters. */
export function matches(pattern: string, path: string): boolean {
  const wanted = withoutSlash(pattern);
  const given = withoutSlash(path);
  const parts = wanted.split('*');
  const last = parts.length - 1;
  if (last === 0) return wanted === given;
  const [beginning, end] = [parts[0] ?? '', parts[last] ?? ''];
  if (!given.startsWith(beginning) || !given.endsWith(end)) return false;
  let at = beginning.length;
  for (let index = 1; index < last; index += 1) {
    const part = parts[index] ?? '';
    at = given.indexOf(part, at);
    if (at < 0) return false;
    at += part.length;
  }
  return given.length - end.length >= at;
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
