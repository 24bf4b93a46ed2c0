import { type EditorWords, fill } from '@guidepost/i18n/texts';
import type { Loss } from '../document/losses.ts';

/** Why the text view cannot show the HTML, in a sentence. */
export function describeLoss(loss: Loss, { losses }: EditorWords): string {
  switch (loss.kind) {
    case 'syntax':
      return fill(losses.syntax, { line: loss.line });
    case 'text':
      return fill(losses.text, { text: loss.text });
    case 'element':
      return fill(losses.element, { element: loss.element });
    case 'attribute':
      return fill(losses.attribute, { element: loss.element, attribute: loss.attribute });
    case 'removed-element':
      return fill(losses.removedElement, { element: loss.element });
    case 'removed-attribute':
      return fill(losses.removedAttribute, { element: loss.element, attribute: loss.attribute });
  }
}
