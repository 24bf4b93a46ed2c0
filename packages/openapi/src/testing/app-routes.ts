/** What Express keeps of something that was registered. */
interface Layer {
  /** Where a router is mounted. */
  rawPath: string;
  route?: { path: string; methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** What an application and its routers take, as it has been registered: `GET /knowledge/v1/:host`. */
export function listRoutes(app: { router: unknown }): string[] {
  const { stack } = app.router as { stack: Layer[] };
  return stack.flatMap(({ rawPath, route, handle }) => [
    ...describeRoute('', route),
    ...(handle.stack ?? []).flatMap((inner) => describeRoute(rawPath === '/' ? '' : rawPath, inner.route)),
  ]);
}

function describeRoute(mount: string, route: Layer['route']): string[] {
  const methods = METHODS.filter((method) => route?.methods[method]);
  return methods.map((method) => `${method.toUpperCase()} ${mount}${route?.path}`);
}
