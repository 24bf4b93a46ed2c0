import type { Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';

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

export interface ReadForm {
  /** Path and query. */
  action: string;
  method: string;
  /** Possible values of each field and button, by name. */
  fields: Record<string, string[]>;
}

const CONTROLS = new Set(['input', 'select', 'textarea', 'button']);

/** The forms of a page, one for each address that they are sent to. @param address of the page */
export function readForms(html: string, address: string): ReadForm[] {
  const elements = findAll(() => true, parseDocument(html).children);
  const addressOf = (action: string) => {
    const { pathname, search } = new URL(action || address, `http://page.example${address}`);
    return pathname + search;
  };
  return elements
    .filter(({ name }) => name === 'form')
    .flatMap((form) => {
      const { id, action = '', method = 'get' } = form.attribs;
      const outside = id ? elements.filter(({ attribs }) => attribs.form === id) : [];
      const controls = [...findAll(({ name }) => CONTROLS.has(name), form.children), ...outside];
      const fields = fieldsOf(controls);
      const others = controls.flatMap(({ attribs }) => attribs.formaction ?? []);
      return [...new Set([action, ...others])].map((each) => ({
        action: addressOf(each),
        method: method.toUpperCase(),
        fields,
      }));
    });
}

function fieldsOf(controls: readonly Element[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const control of controls) {
    const { name } = control.attribs;
    if (!name) continue;
    fields[name] ??= [];
    fields[name].push(...valuesOf(control));
  }
  return fields;
}

function valuesOf(control: Element): string[] {
  const { type, value } = control.attribs;
  switch (control.name) {
    case 'select':
      return findAll(({ name }) => name === 'option', control.children).map(
        (option) => option.attribs.value ?? textContent(option),
      );
    case 'textarea':
      return [textContent(control)];
    default:
      return [value ?? (type === 'checkbox' || type === 'radio' ? 'on' : '')];
  }
}

export interface ReadElement {
  name: string;
  attributes: Record<string, string>;
}

/** The elements of HTML according to htmlparser2 and parse5, with scripts on and off. */
export function readByParsers(html: string): [parser: string, elements: ReadElement[]][] {
  return [
    ['htmlparser2', readByHtmlparser2(html)],
    ['parse5 with scripts', readByParse5(html, true)],
    ['parse5 without scripts', readByParse5(html, false)],
  ];
}

function readByHtmlparser2(html: string): ReadElement[] {
  const elements = findAll(() => true, parseDocument(html).children);
  return elements.map(({ name, attribs }) => ({ name, attributes: attribs }));
}

function readByParse5(html: string, scriptingEnabled: boolean): ReadElement[] {
  return parseFragment(html, { scriptingEnabled }).childNodes.flatMap(readNode);
}

function readNode(node: DefaultTreeAdapterTypes.ChildNode): ReadElement[] {
  if (!('tagName' in node)) return [];
  const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
  const inside = 'content' in node ? node.content.childNodes : node.childNodes;
  return [{ name: node.tagName, attributes }, ...inside.flatMap(readNode)];
}
