import type { Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';

/** A page as readers, browsers and search engines meet it. */
export interface ReadPage {
  title: string;
  description: string | undefined;
  canonical: string | undefined;
  /** `h1 Install`, `h2 …`: of all levels, in order. */
  headings: string[];
  /** `Install it → /guides/install`: of all links inside each element of a class. */
  linksIn(className: string): string[][];
  /** The texts of all elements of that name. */
  texts(name: string): string[];
  /** Where links of a relation lead. */
  linked(relation: string): string | undefined;
  /** Addresses of links and forms, each once. */
  addresses: string[];
}

/** Reads HTML as htmlparser2 does. */
export function readPage(html: string): ReadPage {
  const elements = findAll(() => true, parseDocument(html).children);
  const find = (test: (element: Element) => boolean) => elements.find(test)?.attribs;
  const named = (name: string) => elements.filter((element) => element.name === name);
  return {
    title: textOf(named('title')[0]),
    description: find(({ attribs }) => attribs.name === 'description')?.content,
    canonical: find(({ attribs }) => attribs.rel === 'canonical')?.href,
    headings: elements
      .filter(({ name }) => /^h[1-6]$/.test(name))
      .map((heading) => `${heading.name} ${textOf(heading)}`),
    linksIn: (className) => elements.filter((element) => hasClass(element, className)).map(linksOf),
    texts: (name) => named(name).map(textOf),
    linked: (relation) => find(({ name, attribs }) => name === 'a' && attribs.rel === relation)?.href,
    addresses: [...new Set(elements.flatMap(({ attribs: { href, action } }) => href ?? action ?? []))],
  };
}

function hasClass({ attribs }: Element, className: string): boolean {
  return attribs.class?.split(' ').includes(className) ?? false;
}

function linksOf(element: Element): string[] {
  const links = findAll(({ name }) => name === 'a', element.children);
  return links.map((link) => `${textOf(link)} → ${link.attribs.href}`);
}

function textOf(element: Element | undefined): string {
  return element ? textContent(element).trim().replace(/\s+/g, ' ') : '';
}
