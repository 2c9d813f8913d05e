import { type AnySchema, isLibrarySchema } from './tool-schema.ts';

type Step = readonly string[];

/** The path of the innermost part of a schema for which `fails` says yes, as far as the library lets itself be looked into. */
export function locate(schema: AnySchema, fails: (schema: AnySchema) => boolean): Step {
  for (const [step, child] of childrenOf(schema)) {
    if (fails(child)) return [...step, ...locate(child, fails)];
  }
  return [];
}

function childrenOf(schema: AnySchema): readonly (readonly [Step, AnySchema])[] {
  const fields = (name: string) => read(schema, name);
  const inner = read(fields('_zod'), 'def') ?? fields('_def');
  const named = [fields('entries'), fields('shape')].flatMap((map) => Object.entries(asObject(map)));
  const properties = listOf(fields('props')).map((property) => [String(read(property, 'key')), read(property, 'value')] as const);
  const direct: readonly (readonly [Step, unknown])[] = [
    ...[...named, ...properties].map(([key, child]) => [['properties', key], child] as const),
    ...[fields('item'), fields('element')].map((child) => [['items'], child] as const),
    ...[fields('wrapped'), read(inner, 'innerType'), read(inner, 'in')].map((child) => [[], child] as const),
    ...listOf(fields('options')).map((child, index) => [['anyOf', String(index)], child] as const),
  ];
  return direct.flatMap(([step, child]) => (isLibrarySchema(child) ? [[step, child] as const] : []));
}

// a getter may throw: ArkType's `props` does, for what is no object
function read(value: unknown, key: string): unknown {
  try {
    return asObject(value)[key];
  } catch {
    return undefined;
  }
}

// ArkType's schemas are functions
function asObject(value: unknown): Readonly<Record<string, unknown>> {
  const holder = (typeof value === 'object' && value !== null) || typeof value === 'function';
  return holder ? (value as Readonly<Record<string, unknown>>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
