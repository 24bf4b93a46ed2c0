import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { ERRORS } from '../../json-api/error-answer.ts';
import { DESCRIBED_KINDS, ERROR_DESCRIPTIONS, statusOf } from '../error-responses.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { groupViews, memberRows } from './reference-view.ts';

export interface ReferencePage {
  html: string;
  contentSecurityPolicy: string;
}

const STYLE = readFileSync(new URL('./reference.css', import.meta.url), 'utf8');
const templates = new Eta({ views: fileURLToPath(new URL('./', import.meta.url)), cache: true });

/**
 * The document as a page for people: one answer without scripts, images or fonts, so that nothing has to be allowed
 * but its own style, by its hash.
 */
export function referencePage(document: OpenApiDocument): ReferencePage {
  const html = templates.render('./reference', {
    info: document.info,
    style: STYLE,
    groups: groupViews(document),
    schemas: schemaViews(document),
    errors: errorRows(),
    headers: Object.entries(document.components.headers).map(([name, { description }]) => ({
      name,
      description,
    })),
  });
  return { html, contentSecurityPolicy: policyFor(STYLE) };
}

function policyFor(style: string): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Resources, each with its attributes and relationships. */
function schemaViews({ components }: OpenApiDocument) {
  return Object.entries(components.schemas)
    .filter(([, { properties }]) => properties?.attributes)
    .map(([name, { properties }]) => ({
      name,
      type: String(properties.type.const),
      attributes: memberRows(properties.attributes),
      relationships: Object.keys(properties.relationships.properties),
      links: memberRows(properties.links),
    }));
}

function errorRows() {
  const rows = DESCRIBED_KINDS.map((kind) => ({
    status: statusOf(kind),
    code: ERRORS[kind][0],
    description: ERROR_DESCRIPTIONS[kind].description,
  }));
  return rows.sort((one, other) => one.status - other.status);
}
