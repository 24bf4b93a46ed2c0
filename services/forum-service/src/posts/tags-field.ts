import { readTags } from '../model/tag.ts';
import { type FieldKind, type Reading, refuse } from './field.ts';
import { isLonger, readText } from './text-field.ts';

const MAX_TAGS = 50;
const LONGEST_TAG = 100;
/** Includes spaces around the commas. */
const LONGEST_LIST = 10_000;

/** Comma-separated tags, without duplicates, in their first spelling. */
export const TAGS: FieldKind<string[]> = {
  description: `Comma-separated tags: at most ${MAX_TAGS} of at most ${LONGEST_TAG} characters each.`,
  schema: { type: 'string', maxLength: LONGEST_LIST },
  read(sent) {
    const reading = readText(sent, { maximum: LONGEST_LIST });
    if ('mistakes' in reading) return reading;
    return reading.value === undefined
      ? { value: undefined }
      : validate([...readTags(reading.value).values()]);
  },
};

function validate(names: string[]): Reading<string[]> {
  if (names.length > MAX_TAGS) return refuse({ message: 'too-many-tags', maximum: MAX_TAGS });
  const isTooLong = names.some((name) => isLonger(name, LONGEST_TAG));
  return isTooLong ? refuse({ message: 'long-tag', maximum: LONGEST_TAG }) : { value: names };
}
