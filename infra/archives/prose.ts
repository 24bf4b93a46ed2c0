import { normal, type Random } from './random.ts';

/** Texts with realistic lengths: many short ones, a few long ones. */
export interface Prose {
  title(): string;
  /** @param words the median length */
  text(words: number): string;
}

const LONGEST_TITLE = 9;
const SHORTEST_TITLE = 3;
const MOST_WORDS = 1_500;
const LINKED = 0.04;

export function createProse(nextWord: () => string, random: Random): Prose {
  const words = (count: number) => Array.from({ length: count }, nextWord);
  return {
    title() {
      const count = SHORTEST_TITLE + Math.floor(random() * (LONGEST_TITLE - SHORTEST_TITLE + 1));
      return capitalize(`${words(count).join(' ')}${random() < 0.5 ? '?' : ''}`);
    },
    text(usual) {
      let left = Math.min(MOST_WORDS, Math.max(3, Math.round(usual * Math.exp(normal(random)))));
      const sentences: string[] = [];
      while (left > 0) {
        const count = Math.min(left, 4 + Math.floor(random() * 14));
        sentences.push(`${capitalize(words(count).join(' '))}.`);
        left -= count;
      }
      const breaks = sentences.map((sentence) => sentence + (random() < 0.15 ? '\n\n' : ' '));
      const link =
        random() < LINKED ? ` https://www.example.com/${nextWord()}/${Math.floor(random() * 1_000)}` : '';
      return breaks.join('').trim() + link;
    },
  };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
