import { withoutUnprintable } from '@guidepost/service-kit';
import { type FieldKind, refuse } from './field.ts';
import { readText } from './text-field.ts';

const LONGEST = 254;
const LOCAL_PART = /^[^\s@"(),:;<>[\]\\\p{Cc}\p{Cf}]{1,64}$/u;
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}$/u;

/** Common e-mail addresses: no quotes, comments or IP literals. */
export const EMAIL: FieldKind<string> = {
  description: 'The author’s e-mail address. Visible to editors only.',
  schema: { type: 'string', format: 'email', maxLength: LONGEST },
  read(sent) {
    const reading = readText(sent, { maximum: LONGEST });
    if ('mistakes' in reading || reading.value === undefined) return reading;
    // Without a character it would be another address.
    const typed = String(sent).trim();
    const isWhole = typed === withoutUnprintable(typed);
    return isWhole && looksDeliverable(reading.value) ? reading : refuse({ message: 'email' });
  },
};

/** Checks the syntax; whether mail arrives is unknown. */
function looksDeliverable(address: string): boolean {
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  if (!LOCAL_PART.test(local) || local.split('.').includes('')) return false;
  const labels = address.slice(at + 1).split('.');
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '');
  return labels.length > 1 && !isNumber && labels.every(isLabel);
}

function isLabel(label: string): boolean {
  return LABEL.test(label) && !label.endsWith('-');
}
