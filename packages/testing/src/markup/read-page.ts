import type { Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';

export interface ReadPage {
  title: string;
  description: string | undefined;
  canonical: string | undefined;
  /** Headings of all levels in order: `h1 Install`, `h2 …`. */
  headings: string[];
  /** Elements by name and optionally class, in order. */
  all(name: string, className?: string): Element[];
  /** Texts of these elements. */
  texts(name: string, className?: string): string[];
  /** Targets of links, optionally only inside a class. */
  links(className?: string): string[];
  /** `Install it → /guides/install`: the links inside each element of a class. */
  linksIn(className: string): string[][];
  /** The target of the first link with a relation. */
  linked(relation: string): string | undefined;
  ids: string[];
  /** Distinct targets of links and forms. */
  addresses: string[];
  /** The content of `<meta>` by `name` or `property`. */
  meta(name: string): string | undefined;
  /** The first schema.org record of a type. */
  record(type: string): Record<string, unknown> | undefined;
}

export function readPage(html: string): ReadPage {
  const elements = findAll(() => true, parseDocument(html).children);
  const find = (test: (element: Element) => boolean) => elements.find(test)?.attribs;
  const withClass = (className: string) => elements.filter((element) => hasClass(element, className));
  const all = (name: string, className?: string) =>
    (className === undefined ? elements : withClass(className)).filter((element) => element.name === name);
  const meta = (name: string) =>
    find(({ attribs }) => attribs.name === name || attribs.property === name)?.content;
  return {
    title: all('title').map(textOf).join(),
    description: meta('description'),
    canonical: find(({ attribs }) => attribs.rel === 'canonical')?.href,
    headings: elements
      .filter(({ name }) => /^h[1-6]$/.test(name))
      .map((heading) => `${heading.name} ${textOf(heading)}`),
    all,
    texts: (name, className) => all(name, className).map(textOf),
    links: (className) =>
      (className === undefined ? all('a') : withClass(className).flatMap(linksOf)).map(addressOf),
    linksIn: (className) =>
      withClass(className).map((element) =>
        linksOf(element).map((link) => `${textOf(link)} → ${addressOf(link)}`),
      ),
    linked: (relation) => find(({ name, attribs }) => name === 'a' && attribs.rel === relation)?.href,
    ids: elements.flatMap(({ attribs: { id } }) => id ?? []),
    addresses: [...new Set(elements.flatMap(({ attribs: { href, action } }) => href ?? action ?? []))],
    meta,
    record: (type) =>
      all('script')
        .filter(({ attribs }) => attribs.type === 'application/ld+json')
        .map((script) => JSON.parse(textContent(script)))
        .find((record) => record['@type'] === type),
  };
}

function hasClass({ attribs }: Element, className: string): boolean {
  return attribs.class?.split(' ').includes(className) ?? false;
}

function linksOf(element: Element): Element[] {
  return findAll(({ name }) => name === 'a', element.children);
}

function addressOf({ attribs }: Element): string {
  return attribs.href ?? '';
}

function textOf(element: Element): string {
  return textContent(element).trim().replace(/\s+/g, ' ');
}
