import { describe, expect, it } from '@jest/globals';
import type { Operation } from './document.ts';
import { byDepth, groupsOf, pathParameters, pathTemplate } from './paths.ts';

const HOST = { description: 'The host.', schema: { type: 'string' } };

function operation(group: string): Operation {
  return { operationId: group, tags: [group], summary: group, responses: {} };
}

describe('paths in an OpenAPI document', () => {
  it('have parameters in braces, each with a description', () => {
    expect(pathTemplate('/:host/guides/:id')).toBe('/{host}/guides/{id}');
    expect(pathParameters('/:host', { host: HOST })).toEqual([
      { name: 'host', in: 'path', required: true, ...HOST },
    ]);
    expect(() => pathParameters('/:host/:id', { host: HOST })).toThrow('the path parameter id');
  });

  it('come before those below them, otherwise in order of declaration', () => {
    expect(['/:host/tags/:id', '/:host/tags', '/:host/guides'].toSorted(byDepth)).toEqual([
      '/:host/tags',
      '/:host/guides',
      '/:host/tags/:id',
    ]);
  });

  it('are grouped, each group named once', () => {
    const paths = { '/b': { get: operation('B'), post: operation('A') }, '/a': { get: operation('A') } };
    expect(groupsOf(paths)).toEqual([{ name: 'B' }, { name: 'A' }]);
  });
});
