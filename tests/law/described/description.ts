/** Compares answers with the served API description: finds the operation of a call, and how its answer differs. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

type JsonSchema = { format?: unknown };
const Parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const Content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const Response = z.looseObject({
  headers: z.record(
    z.string(),
    z.looseObject({ required: z.boolean(), schema: z.looseObject({ type: z.unknown() }) }),
  ),
  content: Content.optional(),
});
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(Parameter),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({})),
  'x-answered-by': z.enum(['service', 'proxy', 'both']),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ responses: z.record(z.string(), Response) }),
});

export type Exchange = {
  method: string;
  /** Path and query. */
  url: string;
  /** The JSON that was sent, if any. */
  sent: unknown;
  status: number;
  headers: Record<string, string>;
  body: string;
};

/** Headers of the transport, of compression and of browser security. */
const undescribedHeaders =
  /^(connection|keep-alive|date|content-(length|type|encoding|security-policy)|transfer-encoding|vary|cross-origin-.*|origin-agent-cluster|referrer-policy|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

type DescribedOperation = {
  pointer: string;
  operation: z.infer<typeof Operation>;
  pattern: RegExp;
  template: string;
};

export class Description {
  /** The answered statuses of each operation, by its id. */
  readonly answered = new Map<string, Set<number>>();
  readonly operations: DescribedOperation[];
  private readonly document: z.infer<typeof Document>;
  private readonly ajv = addFormats(new Ajv2020({ strict: false, allErrors: true, validateFormats: true }));
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.document = Document.parse(document);
    for (const format of ['binary', 'base64']) this.ajv.addFormat(format, true);
    // Clients ignore members that a schema doesn't name; the servers must not send any.
    this.ajv.addSchema(closed(document), 'answers');
    this.ajv.addSchema(document, 'requests');
    this.operations = Object.entries(this.document.paths)
      .flatMap(([template, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({
          operation,
          template: `${method.toUpperCase()} ${template}`,
          pointer: `#/paths/${pointerOf(template)}/${method}`,
          pattern: new RegExp(`^${method.toUpperCase()} ${template.replace(/\{\w+\}/g, '[^/]+')}$`),
        })),
      )
      // A path without parameters precedes one with them, as in the servers' routers.
      .sort((a, b) => a.template.split('{').length - b.template.split('{').length);
  }

  hasSucceeded(id: string): boolean {
    return [...(this.answered.get(id) ?? [])].some((status) => status < 300);
  }

  find(method: string, url: string): DescribedOperation | undefined {
    const call = `${method} ${url.split('?')[0]}`;
    return this.operations.find(({ pattern }) => pattern.test(call));
  }

  /** A sentence for each difference between an exchange and the description. */
  differences({ method, url, sent, status, headers, body }: Exchange): string[] {
    const found = this.find(method, url);
    if (!found) return [`${method} ${url} is not described.`];
    const { operation, pointer } = found;
    const statuses = this.answered.get(operation.operationId) ?? new Set();
    this.answered.set(operation.operationId, statuses.add(status));
    const differences: string[] = [];
    const range = `${String(status)[0]}XX`;
    const key = String(status) in operation.responses ? String(status) : range;
    const described = operation.responses[key];
    if (!described || (status < 500 && key === range))
      return [`${operation.operationId} answered ${status}, which is not described: ${body.slice(0, 200)}`];
    const reference = typeof described.$ref === 'string' ? described.$ref : `${pointer}/responses/${key}`;
    const response =
      typeof described.$ref === 'string'
        ? this.document.components.responses[described.$ref.split('/').at(-1)!]!
        : Response.parse(described);
    differences.push(...this.headerDifferences(response, reference, headers));
    const type = headers['content-type']?.split(';')[0] ?? '';
    if (!response.content) {
      if (body !== '') differences.push(`has a body: ${body.slice(0, 80)}`);
    } else if (!(type in response.content)) differences.push(`has the type "${type}"`);
    else if (type === 'application/json')
      differences.push(
        ...this.validate('answers', `${reference}/content/application~1json/schema`, JSON.parse(body)),
      );
    if (status < 300) differences.push(...this.requestDifferences(found, url, sent));
    return differences.map((sentence) => `${operation.operationId} ${status}: ${sentence}`);
  }

  private headerDifferences(
    response: z.infer<typeof Response>,
    reference: string,
    received: Record<string, string>,
  ) {
    const names = new Map(Object.keys(response.headers).map((name) => [name.toLowerCase(), name]));
    const undescribed = Object.keys(received).filter(
      (name) => !names.has(name) && !undescribedHeaders.test(name),
    );
    const differences = undescribed.map((name) => `has the header ${name}`);
    for (const [lower, name] of names) {
      const { required, schema } = response.headers[name]!;
      const text = received[lower];
      if (text === undefined && required) differences.push(`lacks the header ${name}`);
      if (text === undefined) continue;
      const value = schema.type === 'integer' || schema.type === 'number' ? Number(text) : text;
      differences.push(...this.validate('answers', `${reference}/headers/${name}/schema`, value));
    }
    return differences;
  }

  private requestDifferences(
    { operation, pointer }: DescribedOperation,
    url: string,
    sent: unknown,
  ): string[] {
    const known = operation.parameters
      .filter(({ in: location }) => location === 'query')
      .map(({ name }) => name);
    const names = [...new URLSearchParams(url.split('?')[1] ?? '').keys()];
    const differences = names
      .filter((name) => !known.includes(name))
      .map((name) => `takes the parameter ${name}`);
    if (sent === undefined) return differences;
    if (!operation.requestBody) return [...differences, `takes a body: ${JSON.stringify(sent)}`];
    if (
      (operation.requestBody.content['application/json']?.schema as JsonSchema | undefined)?.format ===
      'binary'
    )
      return differences;
    const schema = `${pointer}/requestBody/content/application~1json/schema`;
    return [...differences, ...this.validate('requests', schema, sent)];
  }

  private validate(document: 'answers' | 'requests', pointer: string, value: unknown): string[] {
    const id = document + pointer;
    const validate = this.validators.get(id) ?? this.ajv.compile({ $ref: encodeURI(id) });
    this.validators.set(id, validate);
    if (validate(value)) return [];
    return [
      `${pointer.split('/').at(-2)}: ${this.ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`,
    ];
  }
}

const pointerOf = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** A copy in which schemas of objects accept no additional members. */
function closed<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(closed) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => [key, closed(member as unknown)]),
  );
  const isObject =
    members.type === 'object' && members.properties && members.additionalProperties === undefined;
  return (isObject ? { ...members, additionalProperties: false } : members) as Value;
}
