interface Layer {
  rawPath: string;
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The routes of an app and its routers: `GET /knowledge/v1/:host`. */
export function listRoutes(app: { router: unknown }): string[] {
  return routesOf((app.router as { stack: Layer[] }).stack, '');
}

function routesOf(stack: Layer[], mount: string): string[] {
  return stack.flatMap(({ rawPath, route, handle }) => [
    ...describeRoute(mount, route),
    ...routesOf(handle.stack ?? [], rawPath === '/' ? mount : `${mount}${rawPath}`),
  ]);
}

function describeRoute(mount: string, route: Layer['route']): string[] {
  const methods = METHODS.filter((method) => route?.methods[method]);
  return methods.map((method) => `${method.toUpperCase()} ${mount}${route?.path}`);
}
