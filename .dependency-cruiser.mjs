// Who may import whom; infra/checks/checks.test.ts plants what is forbidden here and expects to see it named.
// With TypeScript 7 the default parser finds no import at all and says nothing, hence `parser: 'swc'`.
export const TESTS = String.raw`(\.test\.ts$|/src/testing/)`;
const EXPRESS = '(^|/)node_modules/express/';
const POSTGRES_DRIVERS = '(^|/)node_modules/(pg|pg-promise)/';

/** The services whose folders are layers: cli, pages and http, below them features, below these the model. */
export const LAYERED = '(kb-service|forum-service)';
const FRONTS = 'http|pages|desk|cli';

/** A package that may import none of ours but those named. */
function mayImportOnly(name, ...allowed) {
  return {
    name: `${name}-imports-only-${allowed.join('-and-') || 'itself'}`,
    severity: 'error',
    from: { path: `^packages/${name}/`, pathNot: TESTS },
    to: { path: `^packages/(?!(${[name, ...allowed].join('|')})/)` },
  };
}

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'services-stay-apart',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'nobody-imports-infra',
      severity: 'error',
      from: { path: '^(packages|services)/' },
      to: { path: '^infra/' },
    },
    mayImportOnly('service-kit'),
    mayImportOnly('file-types'),
    mayImportOnly('files', 'service-kit'),
    mayImportOnly('images', 'file-types', 'service-kit'),
    mayImportOnly('i18n'),
    mayImportOnly('http', 'service-kit'),
    mayImportOnly('openapi', 'http', 'service-kit'),
    mayImportOnly('pages', 'http', 'i18n', 'service-kit'),
    mayImportOnly('desk', 'access', 'http', 'i18n', 'insights', 'pages', 'service-kit', 'webhooks'),
    mayImportOnly('postgres', 'service-kit'),
    mayImportOnly('search', 'postgres', 'service-kit'),
    mayImportOnly('local-servers', 'service-kit'),
    mayImportOnly('command-line', 'i18n', 'local-servers', 'pages', 'postgres', 'search', 'service-kit'),
    mayImportOnly('access', 'command-line', 'http', 'postgres', 'service-kit'),
    mayImportOnly('insights', 'access', 'http', 'postgres', 'service-kit'),
    mayImportOnly('mail', 'access', 'i18n', 'postgres', 'service-kit'),
    mayImportOnly('webhooks', 'command-line', 'postgres', 'service-kit'),
    mayImportOnly('testing', 'local-servers', 'postgres', 'service-kit'),
    {
      name: 'images-have-no-local-servers',
      comment: 'They are an optional dependency, imported when a command has no database of its own.',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: [TESTS, '^packages/(local-servers|testing)/'] },
      to: { path: '^packages/local-servers/', dynamic: false },
    },
    {
      name: 'testing-only-from-tests',
      severity: 'error',
      from: {
        pathNot: [
          TESTS,
          '^packages/testing/',
