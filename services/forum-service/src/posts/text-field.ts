import { isVisible, withoutUnprintable } from '@guidepost/service-kit';
import type { FieldMistake } from '../model/field-mistake.ts';
import { type FieldKind, type Reading, refuse } from './field.ts';

export interface TextRule {
  /** Maximum length in code points. */
  maximum: number;
  manyLines?: boolean;
}

const LINE_ENDS = /\r\n?/g;
/** Line breaks of word processors, printers and Unicode; on one line, like tabs, a gap between words. */
const OTHER_BREAKS = /[\v\f\u0085]/g;
const GAPS = /[\t\v\f\u0085]/g;
/** None in names and titles, which become headers of mail (S24). */
const LINE_BREAK = /[\n\r\u2028\u2029]/;

export function textField(description: string, rule: TextRule): FieldKind<string> {
  return {
    description,
    schema: { type: 'string', maxLength: rule.maximum },
    read: (sent) => readText(sent, rule),
  };
}

/**
 * Normalizes to NFC, Unix line breaks and trimmed, without what cannot be shown; undefined without a visible character.
 */
export function readText(sent: unknown, rule: TextRule): Reading<string | undefined> {
  if (sent === undefined) return { value: undefined };
  if (typeof sent !== 'string') return refuse({ message: 'text' });
  const lines = sent.replace(LINE_ENDS, '\n');
  const spaced = rule.manyLines ? lines.replace(OTHER_BREAKS, '\n') : lines.replace(GAPS, ' ');
  const text = withoutUnprintable(spaced).normalize('NFC').trim();
  const mistakes = mistakesIn(text, rule);
  if (mistakes.length > 0) return { mistakes };
  return { value: isVisible(text) ? text : undefined };
}

function mistakesIn(text: string, { maximum, manyLines = false }: TextRule): FieldMistake[] {
  return [
    ...(!manyLines && LINE_BREAK.test(text) ? [{ message: 'one-line' } as const] : []),
    ...(isLonger(text, maximum) ? [{ message: 'too-long', maximum } as const] : []),
  ];
}

/** Compares in code points; UTF-16 length is a fast upper bound. */
export function isLonger(text: string, maximum: number): boolean {
  return text.length > maximum && Array.from(text).length > maximum;
}
