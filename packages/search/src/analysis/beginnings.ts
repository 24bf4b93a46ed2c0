import type { Folding } from './folding.ts';
import type { Language } from './languages.ts';

/** Tells by its first letter whether a written word may have one of some forms. */
export type Beginnings = (letter: string) => boolean;

/** Characters from here on may become one with the next. */
const OTHER_SCRIPTS = '\u0500';

/** Undefined for a language whose stemmer may change first letters. */
export function beginningsOf(
  forms: readonly string[],
  { language, folding }: { language: Language; folding: Folding },
): Beginnings | undefined {
  if (!language.keepsFirstLetters) return undefined;
  const fold = (letter: string) => folding.everything(folding.lower(letter)).charAt(0);
  const wanted = new Set(forms.map((form) => fold(form.charAt(0))));
  const known = new Map<string, boolean>();

  function mayBegin(letter: string): boolean {
    const folded = fold(letter);
    return folded === '' || letter >= OTHER_SCRIPTS || wanted.has(folded);
  }

  return (letter) => {
    let answer = known.get(letter);
    if (answer === undefined) {
      answer = mayBegin(letter);
      known.set(letter, answer);
    }
    return answer;
  };
}
