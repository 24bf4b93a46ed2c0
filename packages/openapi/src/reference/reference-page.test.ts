import { describe, expect, it } from '@jest/globals';
import { type OpenApiDocument, type Operation, schemaReference } from '../document.ts';
import type { ReferenceOptions } from './reference-options.ts';
import { referencePage } from './reference-page.ts';

const OPTIONS: ReferenceOptions = {
  origin: { variable: 'FORUM', example: 'http://127.0.0.1:4020' },
  resources: {
    title: 'Records',
    introduction: 'Each has a `uri`.',
    list: [
      {
        name: 'Dialog',
        parts: [{ title: 'Fields', rows: [{ name: 'uri', type: 'string', description: '' }] }],
      },
    ],
  },
  errors: {
    introduction: 'Words in plain text.',
    list: [
      { status: 404, description: 'There is none.' },
      { status: 400, code: 'invalid', description: 'Something is wrong.' },
    ],
  },
};

const OK = { description: 'It worked.', content: { 'application/json': { schema: {} } } };

const POST: Operation = {
  operationId: 'post-dialog',
  tags: ['Dialogs'],
  summary: 'Ask something',
  parameters: [
    { name: 'forum', in: 'path', description: 'Which.', schema: { type: 'string' }, example: 'help' },
  ],
  requestBody: {
    description: 'What is asked.',
    required: true,
    content: {
      'application/json': {
        schema: schemaReference('Post'),
        examples: { usual: { value: { title: "What's this?" } } },
      },
    },
  },
  responses: { 201: OK },
};

const GET: Operation = {
  operationId: 'get-dialogs',
  tags: ['Dialogs'],
  summary: 'List',
  responses: { 200: OK },
};

const DOCUMENT: OpenApiDocument = {
  openapi: '3.1.1',
  info: {
    title: 'A forum',
    version: '1.0.0',
    description: 'Text.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [],
  security: [],
  tags: [{ name: 'Dialogs' }],
  paths: { '/api/{forum}/dialog.json': { get: GET, post: POST } },
  components: {
    schemas: { Post: { type: 'object', properties: { title: { type: 'string', maxLength: 200 } } } },
    parameters: {},
    responses: {},
    headers: {},
    securitySchemes: {},
  },
};

function pageOf(options: Partial<ReferenceOptions> = {}): string {
  return referencePage(DOCUMENT, { ...OPTIONS, ...options }).html;
}

describe('referencePage', () => {
  it('defines the variable for the service’s address', () => {
    expect(pageOf()).toContain('<code>FORUM=http://127.0.0.1:4020</code>');
    expect(pageOf()).toContain('<code>curl &quot;$FORUM/api/forum/dialog.json&quot;</code>');
  });

  it('sends the example of a required body, quoted for the shell', () => {
    const body = String.raw`'{&quot;title&quot;:&quot;What'\''s this?&quot;}'`.replaceAll("'", '&#39;');
    expect(pageOf()).toContain(
      `curl -X POST -H &#39;Content-Type: application/json&#39; -d ${body} &quot;$FORUM/api/help/dialog.json&quot;`,
    );
  });

  it('sends Accept if required, and only for responses of that type', () => {
    const accepting = (accept: string) => pageOf({ accept }).match(/-H &#39;Accept: [^ ]+&#39;/g);
    expect(accepting('application/json')).toEqual(Array(2).fill('-H &#39;Accept: application/json&#39;'));
    expect(accepting('application/vnd.api+json')).toBeNull();
  });

  it('lists the members of a body, even from components', () => {
    expect(pageOf()).toMatch(/<h4>Body<\/h4>\s*<dl class="rows">\s*<div>\s*<dt><code>title<\/code>/);
    expect(pageOf()).toContain('string, up to 200 characters');
  });

  it('lists the members of resources, with or without a type', () => {
    expect(pageOf()).toContain('<h2 id="resources">Records</h2>\n    <p>Each has a <code>uri</code>.');
    expect(pageOf()).toMatch(/<h3>Dialog<\/h3>\s*<h4>Fields<\/h4>/);
    const typed = { ...OPTIONS.resources, list: [{ name: 'Guide', type: 'guide', parts: [] }] };
    expect(pageOf({ resources: typed })).toContain('<h3>Guide <code>guide</code></h3>');
  });

  it('shows errors by status, with or without a code', () => {
    expect(pageOf()).toMatch(/>400<\/span> <code>invalid<\/code><\/dt>.*>404<\/span><\/dt>/s);
  });
});
