import {
  type Attributes,
  classesOf,
  withAttribute,
  withClasses,
  withoutAttribute,
} from '../markup/markup.ts';
import { spanOf } from './table-content.ts';
import { TASK_CLASS } from './tasks.ts';

export function taskClass(attributes: Attributes, isTask: boolean): Attributes {
  const classes = classesOf(attributes);
  if (classes.includes(TASK_CLASS) === isTask || !isTask) return attributes;
  return withClasses(attributes, [...classes, TASK_CLASS]);
}

export function withLanguage(attributes: Attributes, language: string | null): Attributes {
  const classes = classesOf(attributes);
  const known = classes.find((name) => name.startsWith('language-'));
  const wanted = language ? `language-${language}` : undefined;
  if (known === wanted) return attributes;
  const others = classes.filter((name) => !name.startsWith('language-'));
  return withClasses(attributes, wanted ? [...others, wanted] : others);
}

export function withSpan(attributes: Attributes, name: 'colspan' | 'rowspan', span: number): Attributes {
  if (spanOf(attributes, name) === span) return attributes;
  return span === 1 ? withoutAttribute(attributes, name) : withAttribute(attributes, name, String(span));
}
