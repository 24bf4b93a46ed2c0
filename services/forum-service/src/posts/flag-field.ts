import { type FieldKind, refuse } from './field.ts';

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['on', true],
  ['false', false],
  ['0', false],
  ['off', false],
]);

export function flagField(description: string): FieldKind<boolean> {
  return {
    description,
    schema: { enum: [true, false, ...WORDS.keys()] },
    read(sent) {
      if (sent === undefined || sent === '') return { value: undefined };
      const flag = typeof sent === 'object' ? undefined : WORDS.get(String(sent).trim().toLowerCase());
      return flag === undefined ? refuse({ message: 'flag' }) : { value: flag };
    },
  };
}
