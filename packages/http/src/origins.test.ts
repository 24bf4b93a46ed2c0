import { describe, expect, it } from '@jest/globals';
import { corsHeaders, preflight } from './origins.ts';

describe('corsHeaders', () => {
  it('let any origin read the response and the listed header fields, without credentials', () => {
    expect(corsHeaders({ exposed: ['ETag', 'Retry-After'] })).toEqual({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, Retry-After',
    });
  });
});

describe('preflight', () => {
  it("is a 204 with the path's methods, cacheable for a day", () => {
    const answer = preflight({
      methods: ['GET', 'HEAD', 'OPTIONS'],
      allowedHeaders: ['Accept', 'If-None-Match'],
      headers: { 'X-Content-Type-Options': 'nosniff' },
    });
    expect(answer).toEqual({
      status: 204,
      headers: {
        'X-Content-Type-Options': 'nosniff',
        Allow: 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
        'Access-Control-Allow-Headers': 'Accept, If-None-Match',
        'Access-Control-Max-Age': '86400',
      },
    });
  });
});
