import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HeaderFields, Representation } from '@guidepost/http';
import { Eta } from 'eta';
import type { FormView } from './form-view.ts';

const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });
const STYLE = readFileSync(new URL('./form.css', import.meta.url), 'utf8');
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export interface FormPageOptions {
  /** Of every answer to the request. */
  headers: HeaderFields;
  /** Addresses that the form may lead to when it is sent again, which browsers ask for. */
  leadsTo: readonly string[];
}

/** A form as a page of its own: no script, nothing from elsewhere, and nothing that anybody may keep. */
export function representForm(view: FormView, { headers, leadsTo }: FormPageOptions): Representation {
  const origins = new Set(leadsTo.map((address) => new URL(address).origin));
  const policy = [
    "default-src 'none'",
    `style-src ${STYLE_HASH}`,
    `form-action 'self' ${[...origins].join(' ')}`,
    "base-uri 'none'",
  ];
  return {
    status: 400,
    headers: {
      ...headers,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'Content-Type': 'text/html; charset=utf-8',
      Vary: 'Accept-Encoding',
    },
    body: templates.render('./form', { ...view, style: STYLE }),
  };
}
