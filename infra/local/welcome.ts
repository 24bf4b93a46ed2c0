import type { LocalService } from './services.ts';

/** @param links to the desks, by the name of the service */
export function welcome(services: LocalService[], links: ReadonlyMap<string, string>): string {
  const parts = services.map((service) => {
    const link = links.get(service.name);
    return [
      `${service.name} answers on http://127.0.0.1:${service.port}; its log is ${service.log}`,
      ...(link ? [`  ${link} signs you in at its desk, once`] : []),
      ...service.pages.map((url) => `  ${url}`),
      ...service.examples.map((command) => `  ${command}`),
      `  http://127.0.0.1:${service.port}/docs is the API reference`,
    ].join('\n');
  });
  return ['', parts.join('\n\n'), '', 'Ctrl-C stops everything.'].join('\n');
}
