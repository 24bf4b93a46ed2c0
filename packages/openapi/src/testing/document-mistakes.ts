import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  METHODS,
  type MediaType,
  type Method,
  type OpenApiDocument,
  type Operation,
  resolve,
} from '../document.ts';

const DOCUMENT = 'document';

interface LocatedOperation {
  method: Method;
  path: string;
  operation: Operation;
}

export function listOperations({ paths }: OpenApiDocument): LocatedOperation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

/**
 * Violations of OpenAPI 3.1, duplicate or missing names, undescribed path parameters, and examples against their
 * schemas.
 */
export async function documentMistakes(document: OpenApiDocument): Promise<string[]> {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
  return [
    ...(valid ? [] : [`not OpenAPI 3.1: ${JSON.stringify(errors)}`]),
    ...nameMistakes(document),
    ...listOperations(document).flatMap((one) => pathMistakes(document, one)),
    ...exampleMistakes(document),
  ];
}

function nameMistakes(document: OpenApiDocument): string[] {
  const operations = listOperations(document).map(({ operation }) => operation);
  const ids = operations.map(({ operationId }) => operationId);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const groups = document.tags.map(({ name }) => name);
  const used = new Set(operations.flatMap(({ tags }) => tags));
  return [
    ...twice.map((id) => `${id} is the name of two operations`),
    ...groups.filter((name) => !used.has(name)).map((name) => `nothing is in the group ${name}`),
    ...[...used].filter((name) => !groups.includes(name)).map((name) => `there is no group ${name}`),
  ];
}

function pathMistakes(document: OpenApiDocument, { path, operation }: LocatedOperation): string[] {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, 'parameters', one));
  const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
  const open = Array.from(path.matchAll(/\{(.*?)\}/g), ([, name]) => name);
  return described.join() === open.join() ? [] : [`${path} describes ${described.join()}`];
}

function exampleMistakes(document: OpenApiDocument): string[] {
  const ajv = createSchemaCompiler();
  // Compiled once, instead of with each schema that refers to it.
  ajv.addSchema({ components: document.components }, DOCUMENT);
  return listOperations(document).flatMap(({ path, operation }) =>
    contentsOf(document, operation).flatMap(({ schema, examples = {} }) => {
      const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`)));
      const wrong = Object.entries(examples).filter(([, { value }]) => !validate(value));
      return wrong.map(([name]) => `${path}: the example ${name} is not what its schema says`);
    }),
  );
}

/** For schemas that validate a few values each: compiling one takes longer than using it. */
export function createSchemaCompiler(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  return addFormats.default(ajv);
}

function contentsOf(document: OpenApiDocument, { requestBody, responses }: Operation): MediaType[] {
  const answers = Object.values(responses).map(
    (response) => resolve(document, 'responses', response).content,
  );
  const contents = [requestBody?.content, ...answers].flatMap((content) => Object.values(content ?? {}));
  return contents.filter(({ examples }) => examples);
}
