/** The JSON Schemas of the API's description. Exported entities are components under their names in the contract. */
import { z } from 'zod';
import * as definitions from './definitions.ts';
import type { Endpoint } from './endpoint.ts';
import * as fields from './fields.ts';
import * as manifestTree from './manifestTree.ts';
import * as problem from './problem.ts';

export type JsonSchema = Record<string, unknown>;
/** Requests accept looser values than answers contain: members with a default may be missing, for example. */
type Direction = 'input' | 'output';

const prefix = '#/components/schemas/';
const unlisted = { definitions, fields, manifestTree, problem };

/** The types of schemas that are worth a name. Named strings and numbers are inlined. */
const namedTypes = new Set(['object', 'union', 'record', 'array']);
const isNamed = (name: string, value: unknown): value is z.ZodType =>
  /^[A-Z]/.test(name) && value instanceof z.ZodType && namedTypes.has(outermostType(value));

const outermostType = (schema: z.ZodType): string =>
  schema instanceof z.ZodPipe ? outermostType(schema.in as z.ZodType) : schema.def.type;

/** Converts the contract's zod schemas; the ones in use become components. */
export class NamedSchemas {
  private readonly registry = z.registry<{ id: string }>();
  private readonly schemas: Record<Direction, Record<string, JsonSchema>>;
  private readonly used: Record<Direction, Set<string>> = { input: new Set(), output: new Set() };

  /** @param modules - modules of the contract, whose exported entities get names. */
  constructor(modules: readonly object[], calls: readonly Endpoint[]) {
    for (const module of [...modules, ...Object.values(unlisted)])
      for (const [name, value] of Object.entries(module))
        if (isNamed(name, value) && !this.registry.has(value)) this.registry.add(value, { id: name });
    this.schemas = { input: this.schemasIn('input'), output: this.schemasIn('output') };
    const markUsedIn = (schema: unknown, direction: Direction) => {
      if (!(schema instanceof z.ZodType)) return;
      for (const name of referencesIn(this.toJsonSchema(schema, direction))) this.markUsed(name, direction);
    };
    for (const { query, body, reply, line } of calls) {
      for (const parameter of query instanceof z.ZodObject ? Object.values(query.shape) : [])
        markUsedIn(parameter, 'input');
      markUsedIn(body, 'input');
      markUsedIn(reply, 'output');
      markUsedIn(line, 'output');
    }
    markUsedIn(problem.Problem, 'output');
  }

  /** The schema of what a caller sends. */
  input(schema: z.ZodType): JsonSchema {
    return this.withFinalNames(this.toJsonSchema(schema, 'input'), 'input');
  }

  /** The schema of what a server answers. */
  output(schema: z.ZodType): JsonSchema {
    return this.withFinalNames(this.toJsonSchema(schema, 'output'), 'output');
  }

  /** The components in use, by name. */
  components(): Record<string, JsonSchema> {
    const directions = ['output', 'input'] as const;
    const components = directions.flatMap((direction) =>
      [...this.used[direction]].map((name): [string, JsonSchema] => [
        this.nameOf(name, direction),
        this.withFinalNames(this.schemas[direction][name]!, direction),
      ]),
    );
    return Object.fromEntries(components.sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private schemasIn(direction: Direction): Record<string, JsonSchema> {
    const uri = (name: string) => prefix + name;
    const { schemas } = z.toJSONSchema(this.registry, { ...options, io: direction, uri });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, withoutDocumentMembers(schema)]),
    );
  }

  private toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
    const converted = z.toJSONSchema(schema, { ...options, io: direction, metadata: this.registry });
    return replaceReferences(withoutDocumentMembers(converted), (reference) =>
      reference.replace('#/$defs/', prefix),
    );
  }

  private markUsed(name: string, direction: Direction): void {
    if (this.used[direction].has(name)) return;
    this.used[direction].add(name);
    for (const inner of referencesIn(this.schemas[direction][name]!)) this.markUsed(inner, direction);
  }

  /** Appends `Input` to the name of a schema for requests if it differs from the one for answers. */
  private nameOf(name: string, direction: Direction): string {
    return direction === 'input' && this.used.output.has(name) && this.differs(name) ? `${name}Input` : name;
  }

  /** @param visited - the names that are compared already: schemas may refer to each other. */
  private differs(name: string, visited = new Set<string>()): boolean {
    if (visited.has(name)) return false;
    visited.add(name);
    const { input, output } = this.schemas;
    if (JSON.stringify(input[name]) !== JSON.stringify(output[name])) return true;
    return referencesIn(input[name]!).some((inner) => this.differs(inner, visited));
  }

  private withFinalNames(schema: JsonSchema, direction: Direction): JsonSchema {
    return replaceReferences(schema, (reference) => prefix + this.nameOf(nameIn(reference), direction));
  }
}

const nameIn = (reference: string): string => reference.slice(prefix.length);

const options = {
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: JsonSchema }) => {
    // An answer may get more members in a later version: clients ignore them.
    if (zodSchema instanceof z.ZodObject && zodSchema.def.catchall === undefined)
      delete jsonSchema.additionalProperties;
    // A value that is validated before it is parsed is described by the schema of the parsed value.
    if (
      zodSchema instanceof z.ZodPipe &&
      zodSchema.in instanceof z.ZodUnknown &&
      zodSchema.out instanceof z.ZodType
    )
      Object.assign(
        jsonSchema,
        withoutDocumentMembers(z.toJSONSchema(zodSchema.out, { unrepresentable: 'any', io: 'input' })),
      );
  },
} as const;

/** Removes the members that only a whole document has. */
const withoutDocumentMembers = (schema: object): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !['$schema', '$id', '$defs'].includes(key)));

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    key === '$ref' && typeof inner === 'string' ? [nameIn(inner)] : referencesIn(inner),
  );
}

/** A copy with other references. */
const replaceReferences = (schema: JsonSchema, replace: (reference: string) => string): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? replace(value) : value,
  ) as JsonSchema;
