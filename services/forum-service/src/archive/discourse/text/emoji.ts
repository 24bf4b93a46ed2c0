import { gemoji } from 'gemoji';

const CHARACTERS = new Map(gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, emoji] as const)));

/** Names of Discourse for which others are usual. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  slight_smile: 'slightly_smiling_face',
  slight_frown: 'slightly_frowning_face',
  upside_down: 'upside_down_face',
  nerd: 'nerd_face',
  zipper_mouth: 'zipper_mouth_face',
  money_mouth: 'money_mouth_face',
  hugging: 'hugs',
  thinking_face: 'thinking',
  face_with_hand_over_mouth: 'hand_over_mouth',
  face_with_raised_eyebrow: 'raised_eyebrow',
  rolling_on_the_floor_laughing: 'rofl',
  thumbs_up: '+1',
  thumbs_down: '-1',
  robot_face: 'robot',
};

/** The first of the five tones of skin, written `:t2:`. */
const FIRST_TONE = 0x1f3fb;

/** The regional indicator of the letter a. */
const FIRST_INDICATOR = 0x1f1e6;

/**
 * The character of an emoji code with its tone of skin.
 * @param code such as `smile`, `wave:t3` and `flag_se`
 * @returns undefined for emoji that a site has made itself
 */
export function emojiOf(code: string): string | undefined {
  const [name = '', tone] = code.toLowerCase().split(':t');
  const character = CHARACTERS.get(name) ?? CHARACTERS.get(OTHER_NAMES[name] ?? '') ?? flagOf(name);
  if (character === undefined || tone === undefined) return character;
  const number = Number(tone);
  return number < 2 ? character : character + String.fromCodePoint(FIRST_TONE + number - 2);
}

function flagOf(name: string): string | undefined {
  const [, country] = /^flag_([a-z]{2})$/.exec(name) ?? [];
  if (country === undefined) return undefined;
  const letters = Array.from(country, (letter) => letter.charCodeAt(0) - 'a'.charCodeAt(0));
  return String.fromCodePoint(...letters.map((letter) => FIRST_INDICATOR + letter));
}
