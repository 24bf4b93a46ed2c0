import { readTags } from '../model/tag.ts';
import { type FieldKind, type Reading, refuse } from './field.ts';
import { isLonger, readText } from './text-field.ts';

const MOST_TAGS = 50;
const LONGEST_TAG = 100;
/** Includes spaces around the commas. */
const LONGEST_LIST = 10_000;

/** Comma-separated tags, without duplicates, in their first spelling. */
export const TAGS: FieldKind<string[]> = {
  description: `Comma-separated tags: at most ${MOST_TAGS} of at most ${LONGEST_TAG} characters each.`,
  schema: { type: 'string', maxLength: LONGEST_LIST },
  read(sent) {
    const reading = readText(sent, { maximum: LONGEST_LIST });
    if ('complaints' in reading) return reading;
    return reading.value === undefined ? { value: undefined } : judge([...readTags(reading.value).values()]);
  },
};

function judge(names: string[]): Reading<string[]> {
  if (names.length > MOST_TAGS) return refuse({ message: 'too-many-tags', maximum: MOST_TAGS });
  const isTooLong = names.some((name) => isLonger(name, LONGEST_TAG));
  return isTooLong ? refuse({ message: 'long-tag', maximum: LONGEST_TAG }) : { value: names };
}
