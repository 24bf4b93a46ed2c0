import { type EditorWords, fillIn } from '../../words/editor-words.ts';
import type { Loss } from '../document/losses.ts';

/** Why the text view cannot show the HTML, in a sentence. */
export function describeLoss(loss: Loss, { losses }: EditorWords): string {
  switch (loss.kind) {
    case 'syntax':
      return fillIn(losses.syntax, String(loss.line));
    case 'text':
      return fillIn(losses.text, loss.text);
    case 'element':
      return fillIn(losses.element, loss.element);
    case 'attribute':
      return fillIn(losses.attribute, loss.element, loss.attribute);
    case 'removed-element':
      return fillIn(losses.removedElement, loss.element);
    case 'removed-attribute':
      return fillIn(losses.removedAttribute, loss.element, loss.attribute);
  }
}
