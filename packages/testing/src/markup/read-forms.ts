import type { Element } from 'domhandler';
import { findAll, textContent } from 'domutils';
import { parseDocument } from 'htmlparser2';

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
