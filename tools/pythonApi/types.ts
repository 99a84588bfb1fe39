/** JSON Schemas as Python's types: a class for each object, and an alias for each other entity. */
import { z } from 'zod';

const Reference = z.looseObject({ $ref: z.string() });
/** The keywords that determine a type. */
const Keywords = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  not: z.unknown().optional(),
  items: z.unknown().optional(),
  prefixItems: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  additionalProperties: z.unknown().optional(),
  format: z.string().optional(),
  description: z.string().optional(),
});

const plainTypes: Record<string, string> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
};

/** A name in the form of Python's classes. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, character: string) => character.toUpperCase());

/** A name in the form of Python's functions and parameters. */
export const snake = (name: string): string =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();

/** A value as a Python literal. */
export const literal = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

/** A docstring on a line of its own. */
export const docstring = (text: string, indent: string): string =>
  `${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")}"""`;

export class PythonTypes {
  /** The classes so far, by name. */
  readonly #classes = new Map<string, string>();
  /** The types of the other entities, by name. */
  readonly #aliases = new Map<string, string>();

  /** Declares an entity of the document. */
  declare(name: string, schema: unknown): void {
    const { properties, type } = Keywords.parse(schema);
    if (type === 'object' && properties && Object.keys(properties).length > 0)
      this.#declareClass(name, schema);
    else this.#aliases.set(name, this.of(schema, `${name}Value`));
  }

  /**
   * The source of all declarations: classes first, and each alias after those that it names.
   * @throws {Error} for aliases that refer to each other in a cycle.
   */
  get declarations(): string {
    const remaining = new Map(this.#aliases);
    const lines: string[] = [];
    while (remaining.size > 0) {
      const ready = [...remaining].filter(([, type]) => ![...remaining.keys()].some((name) => new RegExp(`\\b${name}\\b`).test(type))); // prettier-ignore
      if (ready.length === 0)
        throw new Error(`These entities refer to each other: ${[...remaining.keys()].join(', ')}.`);
      for (const [name, type] of ready) {
        remaining.delete(name);
        lines.push(`${name}: TypeAlias = ${type}`);
      }
    }
    return [...this.#classes.values(), ...lines].join('\n\n\n');
  }

  /**
   * The type of a schema. An object without a name gets a class of its own.
   * @param name - the name of such a class.
   */
  of(schema: unknown, name: string): string {
    const reference = Reference.safeParse(schema);
    if (reference.success) return reference.data.$ref.split('/').at(-1)!;
    if (typeof schema !== 'object' || schema === null) return 'Any';
    const { type, anyOf, oneOf, items, prefixItems, format, ...rest } = Keywords.parse(schema);
    if ('const' in rest) return `Literal[${literal(rest.const)}]`;
    if (rest.enum) return `Literal[${rest.enum.map(literal).join(', ')}]`;
    const options = anyOf ?? oneOf;
    if (options)
      return union(
        options.map((option, index) => this.of(option, index === 0 ? name : `${name}${index + 1}`)),
      );
    if (Array.isArray(type)) return union(type.map((one) => this.of({ ...schema, type: one }, name)));
    if (prefixItems) return `tuple[${prefixItems.map((item) => this.of(item, `${name}Item`)).join(', ')}]`;
    if (type === 'array') return `list[${this.of(items, `${name}Item`)}]`;
    if (type === 'string' && format === 'binary') return 'bytes';
    if (type === 'object') return this.#object(schema, name);
    return plainTypes[type ?? ''] ?? 'Any';
  }

  #object(schema: object, name: string): string {
    const { properties, additionalProperties } = Keywords.parse(schema);
    if (!properties || Object.keys(properties).length === 0)
      return `dict[str, ${this.of(additionalProperties, `${name}Value`)}]`;
    this.#declareClass(name, schema);
    return name;
  }

  #declareClass(name: string, schema: unknown): void {
    const { properties = {}, required = [], description } = Keywords.parse(schema);
    // Reserves the position before the classes of its members.
    this.#classes.set(name, '');
    const lines = Object.entries(properties).flatMap(([member, value]) => {
      const { not, description: memberDescription } = Keywords.parse(value);
      // A member that never occurs.
      if (not) return [];
      const type = this.of(value, name + pascal(member));
      const declared = required.includes(member) ? type : `NotRequired[${type}]`;
      return [
        `    ${member}: ${declared}`,
        ...(memberDescription ? [docstring(memberDescription, '    ')] : []),
      ];
    });
    const classDocstring = description ? [docstring(description, '    ')] : [];
    this.#classes.set(name, [`class ${name}(TypedDict):`, ...classDocstring, ...lines].join('\n'));
  }
}

const union = (types: string[]): string => {
  const distinct = [...new Set(types)];
  return distinct.includes('Any') ? 'Any' : distinct.join(' | ');
};
