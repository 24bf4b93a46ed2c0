import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { metricsPortFor, requireFreePorts } from './ports.ts';

describe('the port of metrics', () => {
  it.each([
    [4010, 9410],
    [4020, 9420],
    [60_135, 65_535],
    [60_136, 54_736],
  ])('of a service on %i is %i by default', (port, metricsPort) => {
    expect(metricsPortFor(port)).toBe(metricsPort);
  });
});

describe('ports', () => {
  let server: Server;
  let port: number;

  beforeAll(async () => {
    server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => {
    server.close();
  });

  it('derived from one in use are not reported, since they move with it', async () => {
    const ports = [
      { variable: 'KB_PORT', port },
      { variable: 'KB_METRICS_PORT', port: 0, derivedFrom: port },
    ];
    await expect(requireFreePorts(ports)).rejects.toThrow(
      `Already in use on 127.0.0.1: KB_PORT=${port}. Set other ports.`,
    );
  });

  it('derived from a free one are reported', async () => {
    const ports = [
      { variable: 'KB_PORT', port: 0 },
      { variable: 'KB_METRICS_PORT', port, derivedFrom: 0 },
    ];
    await expect(requireFreePorts(ports)).rejects.toThrow(`KB_METRICS_PORT=${port}. Set`);
  });

  it('must differ, unless they are 0', async () => {
    const both = (one: number) => [
      { variable: 'KB_METRICS_PORT', port: one },
      { variable: 'FORUM_PORT', port: one },
    ];
    await expect(requireFreePorts(both(port))).rejects.toThrow(
      `FORUM_PORT and KB_METRICS_PORT must differ: both are ${port}.`,
    );
    await expect(requireFreePorts(both(0))).resolves.toBeUndefined();
  });
});
