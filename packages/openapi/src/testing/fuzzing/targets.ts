import fc from 'fast-check';
import type { OperationParameter } from '../../document.ts';
import { hostileText, mostly } from './hostile-text.ts';
import { percentEncode } from './percent-encoding.ts';
import { type KnownValues, valuesOf } from './schema-values.ts';

const BROKEN_ENCODING = [
  '%',
  '%zz',
  '%ff',
  '%ed%a0%80',
  '%c0%80',
  '%00',
  '//',
  '/',
  ';a=b',
  '?',
  '&',
  '=',
  '[]',
  '%2e%2e%2f',
  '+',
];

export function targetsOf(
  path: string,
  parameters: readonly OperationParameter[],
  known: KnownValues,
): fc.Arbitrary<string> {
  const encoded = (parameter: OperationParameter) =>
    mostly(valuesOf(parameter, known), hostileText, 12).map(percentEncode);
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const paths = fc
    .tuple(...inPath.map(encoded))
    .map((values) =>
      inPath.reduce((text, { name }, index) => text.replace(`{${name}}`, () => values[index] ?? ''), path),
    );
  const described = inQuery.map((parameter) =>
    encoded(parameter).map((value) => `${parameter.name}=${value}`),
  );
  const pair =
    described.length > 0 ? mostly(fc.oneof(...described), strangePairs(inQuery)) : strangePairs(inQuery);
  const queries = fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''));
  const broken = fc.tuple(paths, queries, fc.constantFrom(...BROKEN_ENCODING), fc.boolean());
  return mostly(
    fc.tuple(paths, queries).map((parts) => parts.join('')),
    broken.map(([below, query, text, late]) => (late ? below + query + text : below + text + query)),
    20,
  );
}

/** Undeclared names (prototypes, brackets, other case) and declared ones without a value. */
function strangePairs(parameters: readonly OperationParameter[]): fc.Arbitrary<string> {
  const known = parameters.map(({ name }) => name);
  const strange = known.flatMap((name) => [`${name}[]`, `${name}[__proto__]`, name.toUpperCase()]);
  const names = fc.oneof(
    fc.constantFrom('__proto__', 'page', 'filter[a][b]', ...known, ...strange),
    hostileText,
  );
  return fc
    .tuple(names, fc.option(hostileText, { nil: undefined }))
    .map(([name, value]) => percentEncode(name) + (value === undefined ? '' : `=${percentEncode(value)}`));
}
