import type { MarkdownIt, Token } from 'markdown-it';

const BOX = /^\[([ x])\]\s+(?=\S)/i;

/** GitHub task lists: an item that begins with `[ ]` or `[x]` gets a disabled checkbox. */
export function addTaskLists(markdown: MarkdownIt): void {
  markdown.core.ruler.after('block', 'task-lists', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'list_item_open') makeTask(tokens.slice(index, index + 4));
    }
  });
  const { rules } = markdown.renderer;
  rules.task_open = (tokens, index) => {
    const { hidden, meta } = tokens[index] ?? {};
    const box = `<input type="checkbox" disabled${meta?.done ? ' checked' : ''}>`;
    return `${hidden ? '' : '<p>'}<label>${box} `;
  };
  rules.task_close = (tokens, index) => (tokens[index]?.hidden ? '</label>' : '</label></p>\n');
}

function makeTask([item, opening, text, closing]: Token[]): void {
  if (!item || !opening || !closing || text?.type !== 'inline') return;
  const [box, mark] = BOX.exec(text.content) ?? [];
  if (box === undefined) return;
  item.attrJoin('class', 'task-list-item');
  opening.type = 'task_open';
  opening.meta = { done: mark !== ' ' };
  closing.type = 'task_close';
  text.content = text.content.slice(box.length);
}
