import { describe, expect, it } from '@jest/globals';
import { securityHeaders } from './security-headers.ts';

describe('security headers', () => {
  it('forbid loading anything, sending referrers and sniffing types', () => {
    expect(securityHeaders()).toEqual({
      'Content-Security-Policy': "default-src 'none'",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it('include the options of a kind of response', () => {
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
