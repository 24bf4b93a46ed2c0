import { describe, expect, it } from '@jest/globals';
import { securityHeaders } from './security-headers.ts';

describe('security headers', () => {
  it('let a browser load nothing, tell nobody where a reader comes from, and guess no type', () => {
    expect(securityHeaders()).toEqual({
      'Content-Security-Policy': "default-src 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('are those that a kind of answer asks for besides', () => {
    const headers = securityHeaders({
      policy: { 'img-src': ["'self'", 'https:'], sandbox: [] },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      xFrameOptions: { action: 'deny' },
    });
    expect(headers).toMatchObject({
      'Content-Security-Policy': "default-src 'none'; img-src 'self' https:; sandbox",
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Frame-Options': 'DENY',
    });
  });

  it.each([
    ['a value that begins another directive', { 'img-src': "'self'; script-src *" }],
    ['a keyword without its quotes', { 'img-src': ['self'] }],
  ])('are refused with %s', (_, policy) => {
    expect(() => securityHeaders({ policy })).toThrow('Content-Security-Policy');
  });
});
