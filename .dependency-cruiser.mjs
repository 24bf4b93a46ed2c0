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
      name: 'infra-stays-apart',
      severity: 'error',
      from: { path: '^(packages|services)/' },
      to: { path: '^infra/' },
    },
    mayImportOnly('service-kit'),
    mayImportOnly('client'),
    mayImportOnly('files', 'service-kit'),
    mayImportOnly('i18n'),
    mayImportOnly('lemmas'),
    mayImportOnly('http', 'postgres', 'service-kit'),
    mayImportOnly('openapi', 'http', 'service-kit'),
    mayImportOnly('pages', 'http', 'i18n', 'service-kit'),
    mayImportOnly('mcp', 'http', 'service-kit'),
    mayImportOnly('pairing', 'service-kit'),
    mayImportOnly(
      'desk',
      'addresses',
      'http',
      'i18n',
      'keys',
      'pages',
      'pairing',
      'postgres',
      'service-kit',
      'staff',
      'webhooks',
    ),
    mayImportOnly('postgres', 'service-kit'),
    mayImportOnly('search', 'lemmas', 'postgres', 'service-kit'),
    mayImportOnly(
      'service-context',
      'desk',
      'http',
      'mail',
      'postgres',
      'search',
      'service-kit',
      'staff',
      'webhooks',
    ),
    mayImportOnly('local-servers', 'service-kit'),
    mayImportOnly('command-line', 'i18n', 'local-servers', 'pages', 'postgres', 'search', 'service-kit'),
    mayImportOnly('addresses', 'command-line', 'postgres', 'service-kit'),
    mayImportOnly('keys', 'command-line', 'postgres', 'service-kit'),
    mayImportOnly('staff', 'command-line', 'http', 'postgres', 'service-kit'),
    mayImportOnly('mail', 'staff', 'i18n', 'postgres', 'service-kit'),
    mayImportOnly('webhooks', 'command-line', 'postgres', 'service-kit'),
    mayImportOnly('fetch', 'command-line', 'service-kit', 'webhooks'),
    mayImportOnly('testing', 'local-servers', 'postgres', 'service-kit'),
    {
      name: 'images-have-no-local-servers',
      comment: 'They are an optional dependency, imported when a command has no database of its own.',
      severity: 'error',
      from: { path: '^(packages|services)/', pathNot: [TESTS, '^packages/(local-servers|testing)/'] },
      to: { path: '^packages/local-servers/', dynamic: false },
    },
    {
      name: 'mcp-is-loaded-with-its-first-message',
      comment:
        'Its packages take memory that many services never need, so nothing imports them at the start.',
      severity: 'error',
      from: {
        path: '^(services|packages)/',
        pathNot: [TESTS, '^packages/mcp/src/(serve-tools|tools)[.]ts$', '-tools?[.]ts$'],
      },
      to: {
        path: [
          '(^|/)node_modules/(@modelcontextprotocol|zod)/',
          '^packages/mcp/src/(serve-tools|tools)[.]ts$',
          '/pages/programs/[^/]*-tools?[.]ts$',
        ],
        dynamic: false,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'testing-only-from-tests',
      severity: 'error',
      from: {
        pathNot: [
          TESTS,
          '^packages/testing/',
          '^infra/(bench|checks|docs|local/testing|monitoring/testing|mutants|rigs)/',
        ],
      },
      to: { path: '^packages/(testing/|[^/]+/src/testing/)' },
    },
    {
      name: 'no-test-is-imported',
      severity: 'error',
      from: {},
      to: { path: String.raw`\.test\.ts$` },
    },
    {
      name: 'packages-by-their-front-door',
      comment: 'What a package does not export is its own affair.',
      severity: 'error',
      from: { path: '^(packages|services|infra)/([^/]+)/' },
      to: {
        path: '^packages/[^/]+/src/',
        pathNot: [
          '^packages/$2/',
          String.raw`^packages/[^/]+/src/(((browser|images|insights|limits|markup|process|search|sign-in|testing|types)/)?index|program)\.ts$`,
          String.raw`^packages/[^/]+/src/(insights/)?migrations\.ts$`,
          String.raw`^packages/search/src/schema\.ts$`,
          String.raw`^packages/service-kit/src/config/environment\.ts$`,
          String.raw`^packages/files/src/images/image-type\.ts$`,
          String.raw`^packages/http/src/host-name\.ts$`,
          String.raw`^packages/(addresses/src/redirect|keys/src/key|staff/src/staff)-commands\.ts$`,
          String.raw`^packages/webhooks/src/commands/webhook-commands\.ts$`,
          String.raw`^packages/fetch/src/fetch-commands\.ts$`,
          String.raw`^packages/mcp/src/(mcp-endpoint|passages|tools)\.ts$`,
          String.raw`^packages/pages/src/accent/accent-color\.ts$`,
          String.raw`^packages/i18n/src/(language-code|language-tag|text-order|texts)\.ts$`,
        ],
      },
    },
    {
      name: 'express-only-where-requests-arrive',
      severity: 'error',
      from: {
        path: '^(services|packages)/',
        pathNot: [
          TESTS,
          '^packages/(desk|http|pages)/',
          String.raw`/src/(app|api)\.ts$`,
          '/src/http/',
          String.raw`/src/pages/admit\.ts$`,
          String.raw`-(routes|middleware)\.ts$`,
        ],
      },
      to: { path: EXPRESS },
    },
    {
      name: 'node-http-is-not-imported',
      comment: 'See packages/service-kit/src/process/node-http.ts.',
      severity: 'error',
      from: { path: '^(services|packages)/', pathNot: [TESTS, '/testing/', '^packages/local-servers/'] },
      to: { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'model-imports-nothing-above',
      severity: 'error',
      from: { path: `^services/${LAYERED}/src/model/`, pathNot: TESTS },
      to: { path: '^services/$1/src/', pathNot: '^services/$1/src/model/' },
    },
    {
      name: 'features-import-only-features-and-model',
      severity: 'error',
      from: { path: `^services/${LAYERED}/src/(?!(?:${FRONTS})/)[^/]+/`, pathNot: TESTS },
      to: { path: [`^services/$1/src/(${FRONTS})/`, String.raw`^services/$1/src/[^/]+\.ts$`] },
    },
    {
      name: 'what-all-fronts-share-knows-no-front',
      severity: 'error',
      from: { path: String.raw`^services/[^/]+/src/(context|config|background-work|schema|version)\.ts$` },
      to: { path: `^services/[^/]+/src/(${FRONTS})/` },
    },
    {
      name: 'features-by-their-top-folder',
      comment: 'Circles between folders are looked for between these: see .dependency-cruiser.folders.mjs.',
      severity: 'error',
      from: { path: `^services/${LAYERED}/src/(?!(?:${FRONTS})/)([^/]+)/`, pathNot: TESTS },
      to: { path: '^services/$1/src/[^/]+/[^/]+/', pathNot: '^services/$1/src/$2/' },
    },
    {
      name: 'fronts-stay-apart',
      comment:
        'What they share is a feature or a package. A refused HTML form is answered with a page, and the desk previews pages.',
      severity: 'error',
      from: {
        path: `^services/${LAYERED}/src/(${FRONTS})/`,
        pathNot: [TESTS, '/src/http/forms/', '/src/desk/preview/'],
      },
      to: { path: `^services/$1/src/(${FRONTS})/`, pathNot: '^services/$1/src/$2/' },
    },
    {
      name: 'fronts-know-the-database-by-type-alone',
      comment: 'So they can hand one on to features, and can bind no statement of their own.',
      severity: 'error',
      from: { path: `^services/${LAYERED}/src/(${FRONTS})/`, pathNot: TESTS },
      to: { path: ['^packages/postgres/', POSTGRES_DRIVERS], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'every-import-resolves',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      comment: 'A module that imports nothing and that nothing imports.',
      severity: 'error',
      // Code for browsers is read as a file, and types of others are found by the name of their package.
      from: { orphan: true, pathNot: [TESTS, '^infra/', '/(desk|pages)/(src/)?assets/', '[.]d[.]ts$'] },
      to: {},
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
    },
  },
};
