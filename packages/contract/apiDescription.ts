/** The OpenAPI description of the API, which programs and the console's API page read. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const JsonSchema = z.record(z.string(), z.unknown());
const Content = z.record(z.string(), z.looseObject({ schema: JsonSchema.optional() }));

/** What the console shows of a call. */
export const Operation = z.looseObject({
  summary: z.string().default(''),
  tags: z.array(z.string()).default([]),
  parameters: z
    .array(
      z.looseObject({
        name: z.string(),
        in: z.string(),
        required: z.boolean().default(false),
        schema: JsonSchema.optional(),
      }),
    )
    .default([]),
  requestBody: z.looseObject({ content: Content.default({}) }).optional(),
  responses: z
    .record(
      z.string(),
      z.looseObject({
        description: z.string().default(''),
        headers: z.record(z.string(), z.unknown()).default({}),
        content: Content.optional(),
      }),
    )
    .default({}),
  'x-answered-by': z.enum(['service', 'proxy', 'both']).default('service'),
  'x-access': z.enum(['public', 'user']).default('user'),
  'x-repeatable': z.boolean().default(false),
});
export type Operation = z.infer<typeof Operation>;

/** The parts of an OpenAPI document that the console reads; other members are preserved. */
export const ApiDescription = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string() }),
  /** Each is read as an {@link Operation} once its references are resolved. */
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({}))),
});
export type ApiDescription = z.infer<typeof ApiDescription>;

export const getApiDescription = endpoint({
  method: 'GET',
  path: '/api/schema/',
  summary: 'This API as an OpenAPI document.',
  answeredBy: 'service',
  access: 'public',
  reply: ApiDescription,
});
