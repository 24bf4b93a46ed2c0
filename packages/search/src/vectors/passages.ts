/** Words of a passage, its title not counted. */
const PASSAGE_WORDS = 160;

/** UTF-16 units, for texts with few spaces and for models that read 512 tokens. */
const PASSAGE_LENGTH = 1_200;

const MOST_PASSAGES = 50;

const LONGEST_TITLE = 200;

/** Cuts a document into texts to embed; each begins with the title. Further ones are left out. */
export function cutPassages([title = '', ...fields]: readonly string[]): string[] {
  const heading = title.slice(0, LONGEST_TITLE);
  const passages = cut(fields.join('\n')).map((text) => `${heading}\n${text}`);
  return passages.length === 0 && heading !== '' ? [heading] : passages;
}

function cut(text: string): string[] {
  const passages: string[] = [];
  let start = 0;
  while (passages.length < MOST_PASSAGES && start < text.length) {
    const end = endOf(text, start);
    const passage = text.slice(start, end).trim();
    if (passage !== '') passages.push(passage);
    start = end;
  }
  return passages;
}

/** After this many words, or inside a word that is longer than a passage. */
function endOf(text: string, start: number): number {
  const word = /\S+/gu;
  word.lastIndex = start;
  let end = start;
  for (let words = 0; words < PASSAGE_WORDS; words += 1) {
    const found = word.exec(text);
    if (!found) return text.length;
    if (word.lastIndex - start > PASSAGE_LENGTH) break;
    end = word.lastIndex;
  }
  return end === start ? start + PASSAGE_LENGTH : end;
}
