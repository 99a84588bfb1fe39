/** Replies of the contract as JSON Schema: the fields of an answer, and generated values that fit. */
import { z } from 'zod';

/** A JSON Schema, as far as replies of the contract use it. */
export type Shape = {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  minimum?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  items?: Shape | false;
  prefixItems?: Shape[];
  minItems?: number;
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
};

export const shapeOf = (reply: z.ZodType): Shape =>
  z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }) as Shape;

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The shape of a list's elements. */
export const itemsOf = ({ items, prefixItems: [first] = [] }: Shape): Shape =>
  items === undefined || items === false ? (first ?? {}) : items;

export const branchesOf = ({ anyOf, oneOf }: Shape): Shape[] | undefined => anyOf ?? oneOf;

/** The shape of a value; for a union, the first branch that fits. */
export function branchFor(shape: Shape, value: unknown): Shape {
  const branches = branchesOf(shape);
  if (!branches) return shape;
  const found = branches.find((branch) => looksLike(branch, value));
  return found ? branchFor(found, value) : {};
}

function looksLike(shape: Shape, value: unknown): boolean {
  const branches = branchesOf(shape);
  if (branches) return branches.some((branch) => looksLike(branch, value));
  if ('const' in shape) return shape.const === value;
  if (shape.enum) return shape.enum.includes(value);
  if (shape.type === 'array' || shape.prefixItems) return Array.isArray(value);
  if (shape.type === 'object') {
    if (!isObject(value)) return false;
    const required = shape.required ?? [];
    return required.every((name) => name in value && looksLike(shape.properties?.[name] ?? {}, value[name]));
  }
  if (shape.type === 'integer' || shape.type === 'number') return typeof value === 'number';
  if (shape.type === 'null') return value === null;
  return shape.type === undefined || typeof value === shape.type;
}

/** Values for the patterns of the contract. */
function stringFor({ pattern, format }: Shape): string {
  if (format === 'date-time' || format === 'datetime') return '2026-11-01T09:30:00.000Z';
  if (format === 'uri') return 'https://made.example/up';
  const length = /\{(\d+)\}\$/.exec(pattern ?? '')?.[1];
  if (length !== undefined) return '5'.repeat(Number(length));
  if (pattern?.startsWith('^[1-9]')) return '1';
  return 'made up';
}

/** The key of the one entry of a generated record. */
export const madeUpKey = '1';

/**
 * A generated value of a schema, with all of its fields.
 * @param part - the branch of each union that is taken, such as 0.
 */
export function madeUp(shape: Shape, part = 0): unknown {
  const branches = branchesOf(shape);
  if (branches) return madeUp(branches[Math.min(part, branches.length - 1)]!, part);
  if ('const' in shape) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.prefixItems) return shape.prefixItems.map((item) => madeUp(item, part));
  if (shape.type === 'array')
    return Array.from({ length: Math.max(1, shape.minItems ?? 1) }, () => madeUp(itemsOf(shape), part));
  if (shape.type === 'integer' || shape.type === 'number') return Math.max(1, shape.minimum ?? 1);
  if (shape.type === 'boolean') return true;
  if (shape.type === 'null') return null;
  if (shape.type === 'string') return stringFor(shape);
  if (shape.type !== 'object') return 'made up';
  const { properties = {}, additionalProperties } = shape;
  // The fields of a definition have to satisfy more than their schema.
  if (properties.type?.const === 'object' && properties.properties)
    return { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
  const fields = Object.entries(properties).map(([name, field]) => [name, madeUp(field, part)]);
  if (isObject(additionalProperties) && Object.keys(properties).length === 0)
    fields.push([madeUpKey, madeUp(additionalProperties, part)]);
  return Object.fromEntries(fields) as unknown;
}

/** The paths of all fields of a shape, including those of each branch of a union. */
export function fieldsIn(shape: Shape, path = ''): string[] {
  const branches = branchesOf(shape);
  if (branches) return [...new Set(branches.flatMap((branch) => fieldsIn(branch, path)))];
  if (shape.items) return fieldsIn(shape.items, `${path}[]`);
  const { properties = {}, additionalProperties } = shape;
  const named = Object.entries(properties).flatMap(([name, field]) => {
    const fieldPath = path === '' ? name : `${path}.${name}`;
    return [fieldPath, ...fieldsIn(field, fieldPath)];
  });
  const others = isObject(additionalProperties) ? fieldsIn(additionalProperties, `${path}.*`) : [];
  return [...new Set([...named, ...others])];
}
