import { type Editor, Extension, InputRule } from '@tiptap/core';
import { Fragment, type Mark, type Node, type Schema } from '@tiptap/pm/model';
import { isAllowedLink } from '../markup/allowed-markup.ts';

/** Web addresses after a space, a bracket or a quotation mark. */
const ADDRESSES = /(?<![^\s([{"'“‘«„])https?:\/\/[^\s<>"]{1,2000}/gi;

/** One at the end of what is before the cursor. */
const LAST = /(?<![^\s([{"'“‘«„])https?:\/\/[^\s<>"]{1,2000}$/i;

/** One that a space has just ended. */
const ENDED = /(?<![^\s([{"'“‘«„])https?:\/\/[^\s<>"]{1,2000} $/i;

const BRACKETS: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/** `https://…` becomes a link when a space or Enter follows; undoing that once leaves the text. */
export const TypedLinks = Extension.create({
  name: 'typedLinks',
  // Before others that do something on Enter.
  priority: 250,
  addInputRules() {
    return [
      new InputRule({
        find: ENDED,
        handler({ state: { tr }, range: { from }, match: [typed] }) {
          const link = linkTo(tr.doc.type.schema, typed.trimEnd());
          if (!link || isLinked(tr.doc, from, from + link.address.length)) return null;
          tr.addMark(from, from + link.address.length, link.mark);
          return undefined;
        },
      }),
    ];
  },
  addKeyboardShortcuts() {
    const link = () => {
      linkBeforeCursor(this.editor);
      return false;
    };
    return { Enter: link, 'Shift-Enter': link };
  },
});

function linkBeforeCursor({ state, view }: Editor): void {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type.spec.code || isCode($from.marks())) return;
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc');
  const [address] = LAST.exec(before) ?? [];
  const link = address && linkTo(state.schema, address);
  if (!link) return;
  const from = $from.pos - address.length;
  const to = from + link.address.length;
  if (!isLinked(state.doc, from, to)) view.dispatch(state.tr.addMark(from, to, link.mark));
}

/** Makes links of the web addresses in a text that someone pastes. */
export function linkAddresses(content: Fragment): Fragment {
  const nodes = content.content.flatMap((node) => {
    if (node.isText) return linkInText(node);
    return node.type.spec.code ? node : node.copy(linkAddresses(node.content));
  });
  return Fragment.from(nodes);
}

function linkInText(node: Node): Node[] {
  const { text = '', marks, type } = node;
  if (isCode(marks) || marks.some((mark) => mark.type.name === 'link')) return [node];
  const pieces: Node[] = [];
  let done = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESSES)) {
    const link = linkTo(type.schema, address);
    if (!link) continue;
    if (index > done) pieces.push(node.cut(done, index));
    done = index + link.address.length;
    pieces.push(node.cut(index, done).mark(link.mark.addToSet(marks)));
  }
  if (done < text.length) pieces.push(node.cut(done));
  return pieces;
}

function linkTo(schema: Schema, typed: string): { address: string; mark: Mark } | undefined {
  const address = withoutPunctuation(typed);
  if (!URL.canParse(address) || !isAllowedLink(address)) return undefined;
  return { address, mark: schema.mark('link', { attributes: [['href', address]] }) };
}

/** Signs that end a sentence, or close a bracket before the address, are no part of it. */
function withoutPunctuation(address: string): string {
  const last = address.at(-1) ?? '';
  const opening = BRACKETS[last];
  const count = (sign: string) => address.split(sign).length;
  const isSentence = /[.,;:!?'”’»]/.test(last);
  const isBracket = opening !== undefined && count(last) > count(opening);
  return isSentence || isBracket ? withoutPunctuation(address.slice(0, -1)) : address;
}

function isCode(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.type.spec.code === true);
}

function isLinked(doc: Node, from: number, to: number): boolean {
  return doc.rangeHasMark(from, to, doc.type.schema.mark('link').type);
}
