// No folder of a service imports, by whatever way round, one that imports it. Tests are left out: they may use
// everything.
import modules, { LAYERED, TESTS } from './.dependency-cruiser.mjs';

export default {
  forbidden: [
    {
      name: 'no-folder-cycles',
      severity: 'error',
      scope: 'folder',
      from: { path: `^services/${LAYERED}/src` },
      to: { circular: true },
    },
  ],
  options: { ...modules.options, exclude: { path: [modules.options.exclude.path, TESTS] } },
};
