import { type FieldKind, type Reading, refuse } from './field.ts';
import type { FieldMistake } from './field-mistake.ts';

export interface TextRule {
  /** Maximum length in code points. */
  maximum: number;
  manyLines?: boolean;
}

const LINE_ENDS = /\r\n?/g;
/** None in names and titles, which become headers of mail (S24). */
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const LINE_BREAKS = new RegExp(LINE_BREAK, 'g');
const CONTROL = /\p{Cc}/u;
const CONTROL_EXCEPT_LINES_AND_TABS = /[^\P{Cc}\n\t]/u;
/** A visible character: not a space, control or direction mark. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}]/u;

export function textField(description: string, rule: TextRule): FieldKind<string> {
  return {
    description,
    schema: { type: 'string', maxLength: rule.maximum },
    read: (sent) => readText(sent, rule),
  };
}

/** Normalizes to NFC, Unix line breaks and trimmed; undefined without a visible character. */
export function readText(sent: unknown, rule: TextRule): Reading<string | undefined> {
  if (sent === undefined) return { value: undefined };
  if (typeof sent !== 'string') return refuse({ message: 'text' });
  const text = (rule.manyLines ? sent.replace(LINE_ENDS, '\n') : sent).normalize('NFC').trim();
  const mistakes = mistakesIn(text, rule);
  if (mistakes.length > 0) return { mistakes };
  return { value: VISIBLE.test(text) ? text : undefined };
}

function mistakesIn(text: string, { maximum, manyLines = false }: TextRule): FieldMistake[] {
  const oneLine = manyLines ? text : text.replaceAll(LINE_BREAKS, '');
  const hasControl =
    (manyLines ? CONTROL_EXCEPT_LINES_AND_TABS : CONTROL).test(oneLine) || !text.isWellFormed();
  return [
    ...(!manyLines && LINE_BREAK.test(text) ? [{ message: 'one-line' } as const] : []),
    ...(hasControl ? [{ message: 'control-characters' } as const] : []),
    ...(isLonger(text, maximum) ? [{ message: 'too-long', maximum } as const] : []),
  ];
}

/** Compares in code points; UTF-16 length is a fast upper bound. */
export function isLonger(text: string, maximum: number): boolean {
  return text.length > maximum && Array.from(text).length > maximum;
}
