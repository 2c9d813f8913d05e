import type { Side } from './json-schema.ts';
import type { AnySchema } from './tool-schema.ts';

/** Gives JSON Schema of one side of a schema; throws for what JSON Schema cannot say. */
export type Convert = (schema: AnySchema, side: Side) => unknown;

/** A way to JSON Schema, for the schemas that it reads: at once, or after loading a package. */
export interface Converter {
  /** the library, for messages. */
  readonly of: string;
  readonly install: string;
  reads(schema: AnySchema): boolean;
  readonly convert?: Convert;
  readonly load?: () => Promise<Convert>;
}

// methods, whose parameters compare both ways: each library names its own schema type here
interface ZodCore {
  toJSONSchema(schema: AnySchema, options: { readonly io: Side }): unknown;
}
interface ZodToJsonSchema {
  readonly ignoreOverride: symbol;
  zodToJsonSchema(schema: AnySchema, options: object): unknown;
}
interface Zod3Definition {
  readonly typeName?: string;
}
interface ValibotToJsonSchema {
  toJsonSchema(schema: AnySchema, options: object): unknown;
}

/** In the order in which they are asked. */
export const converters: readonly Converter[] = [
  {
    of: 'Standard JSON Schema',
    install: '',
    reads: (schema) => standardConverter(schema) !== undefined,
    convert: (schema, side) => standardConverter(schema)?.[side](standardOptions),
  },
  {
    of: 'Zod 4',
    install: 'zod',
    reads: (schema) => '_zod' in schema,
    load: async () => {
      const { toJSONSchema }: ZodCore = await import('zod/v4/core');
      return (schema, side) => toJSONSchema(schema, { io: side });
    },
  },
  {
    of: 'Zod 3',
    install: 'zod-to-json-schema',
    reads: (schema) => schema['~standard'].vendor === 'zod',
    load: async () => {
      const { zodToJsonSchema, ignoreOverride }: ZodToJsonSchema = await import('zod-to-json-schema');
      const override = (definition: Zod3Definition) => refuseZod3(definition) ?? ignoreOverride;
      return (schema, side) =>
        zodToJsonSchema(schema, { effectStrategy: side === 'input' ? 'input' : 'any', pipeStrategy: side, override });
    },
  },
  {
    of: 'Valibot',
    install: '@valibot/to-json-schema',
    reads: (schema) => schema['~standard'].vendor === 'valibot',
    load: async () => {
      const { toJsonSchema }: ValibotToJsonSchema = await import('@valibot/to-json-schema');
      return (schema, side) => toJsonSchema(schema, { typeMode: side, target: 'draft-2020-12', overrideAction: keepWider });
    },
  },
];

type StandardConverter = Readonly<Record<Side, (options: object) => unknown>>;

function standardConverter(schema: AnySchema): StandardConverter | undefined {
  const standard: object & { readonly jsonSchema?: StandardConverter } = schema['~standard'];
  return standard.jsonSchema;
}

// ArkType says {} for a date or a bigint unless told otherwise; other libraries do not read `fallback`
const standardOptions = {
  target: 'draft-2020-12',
  libraryOptions: {
    fallback: { date: refuse('Date'), proto: refuse('an instance of a class'), domain: refuse('bigint or symbol') },
  },
};

function refuse(what: string): () => never {
  return () => {
    throw new TypeError(`${what} cannot be represented in JSON Schema`);
  };
}

// zod-to-json-schema would say a string where a Date is demanded, and anything for what it does not know
function refuseZod3({ typeName }: Zod3Definition): undefined {
  if (typeName !== undefined && zod3Unsayable.has(typeName))
    throw new TypeError(`${typeName} cannot be represented in JSON Schema`);
  return undefined;
}

const zod3Unsayable: ReadonlySet<string> = new Set([
  ...['ZodBigInt', 'ZodDate', 'ZodFunction', 'ZodMap', 'ZodNaN', 'ZodPromise', 'ZodSet', 'ZodSymbol', 'ZodUndefined', 'ZodVoid'],
]);

// a check that JSON Schema cannot say is still made when the arguments come
function keepWider({ errors, jsonSchema }: { readonly errors?: unknown; readonly jsonSchema: object }): object | undefined {
  return errors === undefined ? undefined : jsonSchema;
}
