import { type ChildNode, type Element, isTag } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';

/** A page as a test looks at it. */
export interface ReadPage {
  /** Every element of a name that has a class, in order. */
  all(name: string, className?: string): Element[];
  /** What these elements say. */
  texts(name: string, className?: string): string[];
  /** `h2 Tags`: of all levels, in order. */
  headings: string[];
  /** Where the links below an element with this class lead; all of the page without one. */
  links(className?: string): string[];
  /** `Tags → /tags`: the links below each element with this class. */
  linksIn(className: string): string[][];
  /** Where the link of a relation leads, be it to be followed or not. */
  linked(relation: string): string | undefined;
  /** What `<meta>` says of the page by `name` or `property`. */
  meta(name: string): string | undefined;
  /** Records of schema.org by their type. */
  record(type: string): Record<string, unknown> | undefined;
}

export function readPage(html: string): ReadPage {
  const document = parseDocument(html);
  const find = (test: (element: Element) => boolean, within: ChildNode[] = document.children) =>
    findAll((element) => isTag(element) && test(element), within);
  const all = (name: string, className?: string) =>
    find((element) => element.name === name && (className === undefined || hasClass(element, className)));
  return {
    all,
    texts: (name, className) => all(name, className).map(textOf),
    headings: find(({ name }) => /^h[1-6]$/.test(name)).map(
      (heading) => `${heading.name} ${textOf(heading)}`,
    ),
    links(className) {
      const within = className ? find((element) => hasClass(element, className)) : document.children;
      return find(({ name }) => name === 'a', within).map(({ attribs }) => attribs.href ?? '');
    },
    linksIn: (className) =>
      find((element) => hasClass(element, className)).map((element) =>
        find(({ name }) => name === 'a', [element]).map((link) => `${textOf(link)} → ${link.attribs.href}`),
      ),
    linked: (relation) => find(({ attribs }) => attribs.rel === relation)[0]?.attribs.href,
    meta: (name) =>
      find((element) => element.attribs.name === name || element.attribs.property === name)[0]?.attribs
        .content,
    record: (type) =>
      all('script')
        .filter(({ attribs }) => attribs.type === 'application/ld+json')
        .map((script) => JSON.parse(textContent(script)))
        .find((record) => record['@type'] === type),
  };
}

function textOf(element: Element): string {
  return textContent(element).trim().replace(/\s+/g, ' ');
}

function hasClass({ attribs }: Element, className: string): boolean {
  return (attribs.class ?? '').split(' ').includes(className);
}
