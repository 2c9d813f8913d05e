// the layering table of docs/architecture.md
const VENDORS = '^packages/(openai|anthropic|google|bedrock)/';
const CORE_ONLY = '^packages/(openai|anthropic|google|bedrock|prompted|runner|mcp|testing|gateway)/';
const TESTS = '(\\.(test|test-d|fixtures)\\.ts|/fixtures/.*)$';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'types may refer to each other; code may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'core-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/core/' },
      to: { path: '^packages/', pathNot: '^packages/core/' },
    },
    {
      name: 'packages-import-only-core',
      comment: 'vendors do not know each other; runner, gateway and testing get models, codecs and rules passed in.',
      severity: 'error',
      from: { path: CORE_ONLY, pathNot: TESTS },
      to: { path: '^packages/', pathNot: ['^packages/core/', '^packages/$1/'] },
    },
    {
      name: 'toolglot-knows-vendors-by-their-profiles',
      comment: 'profiles are data; all else of a vendor is loaded when it is asked for.',
      severity: 'error',
      from: { path: '^packages/toolglot/', pathNot: TESTS },
      to: {
        path: VENDORS,
        pathNot: '/src/profiles\\.ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'other-packages-by-their-entries',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^packages/[^/]+/src/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'codecs-take-clients-as-types',
      comment: "only the entry with the models may load the vendor's client.",
      severity: 'error',
      from: { path: VENDORS, pathNot: [TESTS, '/src/(index|[^/]*(model|client)[^/]*)\\.ts$'] },
      to: { path: '^node_modules/(openai|@anthropic-ai|@google|@aws-sdk)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'wire-stays-at-home',
      comment: "the vendor's spelling does not leave its package.",
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '/wire\\.ts$', pathNot: '^packages/$1/' },
    },
    {
      name: 'no-node-builtins',
      comment: 'all but testing and mcp run in browsers and workers.',
      severity: 'error',
      from: { path: '^packages/', pathNot: ['^packages/(testing|mcp)/', '^packages/toolglot/src/cli/', TESTS] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'testing-takes-only-http',
      severity: 'error',
      from: { path: '^packages/testing/', pathNot: TESTS },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?http$' },
    },
    {
      name: 'every-import-is-found',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['@toolglot/source', 'import', 'types', 'default'] },
  },
};
