const PLACE = /\{\w+\}/g;
/** Without markup, which templates would escape, and without white space around it. */
const TEXT = /^[^<>&\s]([^<>&]*[^<>&\s])?$/;

/**
 * What is wrong with the words of pages, a line for each: `sv commentCount.one: …`. In every language a text has places for
 * the same values as the English one, and each form of a plural has one for its number.
 *
 * @param languages by ISO 639-1; English is among them
 */
export function findWordFaults(languages: Readonly<Record<string, object>>): string[] {
  const english = textsOf(languages.en);
  return Object.entries(languages).flatMap(([language, words]) => {
    const texts = textsOf(words);
    const faults = Object.entries(texts).flatMap(([key, text]) => {
      const wanted = placesOf(key.includes('.') ? '{n}' : english[key]);
      return [
        ...(TEXT.test(text) ? [] : [`${key}: has markup or white space around it`]),
        ...(placesOf(text) === wanted ? [] : [`${key}: has places for ${placesOf(text)}, not ${wanted}`]),
      ];
    });
    return faults.map((fault) => `${language} ${fault}`);
  });
}

/** By `key`, or `key.form` for the forms of a plural. */
function textsOf(words: object | undefined): Record<string, string> {
  const texts: Readonly<Record<string, string | Readonly<Record<string, string>>>> = { ...words };
  const pairs = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string'
      ? [[key, text] as const]
      : Object.entries(text).map(([form, one]) => [`${key}.${form}`, one] as const),
  );
  return Object.fromEntries(pairs);
}

function placesOf(text = ''): string {
  return [...new Set(text.match(PLACE))].toSorted().join(', ') || 'nothing';
}
