import type { LocalService } from './services.ts';

export function welcome(services: LocalService[]): string {
  const parts = services.map((service) => {
    return [
      `${service.name} answers on http://127.0.0.1:${service.port}; its log is ${service.log}`,
      ...service.pages.map((url) => `  ${url}`),
      ...service.examples.map((command) => `  ${command}`),
      `  http://127.0.0.1:${service.port}/docs is the API reference`,
    ].join('\n');
  });
  return ['', parts.join('\n\n'), '', 'Ctrl-C stops everything.'].join('\n');
}
