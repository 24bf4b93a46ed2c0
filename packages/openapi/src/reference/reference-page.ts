import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type HeaderFields, securityHeaders } from '@guidepost/http';
import { Eta } from 'eta';
import type { OpenApiDocument } from '../document.ts';
import { groupViews } from './group-view.ts';
import type { ReferenceOptions } from './reference-options.ts';

interface ReferencePage {
  html: string;
  headers: HeaderFields;
}

const STYLE = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/** The document as a page without scripts, images or fonts: its policy allows only its own style, by hash. */
export function referencePage(document: OpenApiDocument, options: ReferenceOptions): ReferencePage {
  const { list, ...errors } = options.errors;
  const html = templates.render('./reference', {
    ...options,
    info: document.info,
    style: STYLE,
    groups: groupViews(document, options),
    errors: { ...errors, list: list.toSorted((one, other) => one.status - other.status) },
    headers: Object.entries(document.components.headers).map(([name, { description }]) => ({
      name,
      description,
    })),
  });
  return { html, headers: securityFor(STYLE) };
}

function securityFor(style: string): HeaderFields {
  const hash = createHash('sha256').update(style).digest('base64');
  return securityHeaders({
    policy: {
      'style-src': `'sha256-${hash}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    },
  });
}
