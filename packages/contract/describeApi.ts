/** Describes the whole API as an OpenAPI 3.1 document, from the contract alone. */
import { z } from 'zod';
import { api, modules } from './api.ts';
import type { ApiDescription } from './apiDescription.ts';
import {
  answerHeaders,
  isPage,
  type RefusalStatus,
  refusals,
  refusalsOf,
  replyHeadersOf,
  requestHeadersOf,
  type Refusal,
} from './describedAnswers.ts';
import type { Endpoint, Headers } from './endpoint.ts';
import { pathsOf } from './expand.ts';
import { NamedSchemas } from './namedSchemas.ts';
import { Problem } from './problem.ts';
import { contractVersion } from './version.ts';

const json = 'application/json';
const bytes = 'application/octet-stream';
const ndjson = 'application/x-ndjson';
const rawBytes = { type: 'string', format: 'binary' };

/** The tag of a call: the first part of its path. */
export const tagOf = ({ path }: Pick<Endpoint, 'path'>): string => path.split('/')[2] ?? '';

/** An endpoint's path as OpenAPI writes it. */
export const templateOf = ({ path }: Pick<Endpoint, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

/** The document. Its operations are named as the calls of the contract. */
export function describeApi() {
  const calls = api.map(({ call }) => call);
  const schemas = new NamedSchemas(Object.values(modules), calls);
  const paths: ApiDescription['paths'] = {};
  for (const { name, call } of api)
    (paths[templateOf(call)] ??= {})[call.method.toLowerCase()] = operationOf(name, call, schemas);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Cloakroom API',
      version: String(contractVersion),
      description:
        'Calls of the service, which stores sealed data, and of the proxy, which has the keys. The proxy forwards the calls of the service, so that programs send all calls to the proxy.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The program that serves this document.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    security: [{ basic: [] }, { bearer: [] }, { session: [], csrf: [] }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: Object.fromEntries(
        Object.values<Refusal>(refusals).map((refusal) => [refusal.name, refusalResponse(refusal, schemas)]),
      ),
      securitySchemes,
    },
  };
}

const securitySchemes = {
  basic: { type: 'http', scheme: 'basic', description: 'E-mail address and password.' },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token of `POST /api/token/`, or an API token.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'sessionid', description: 'The session of a browser.' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRFToken',
    description: 'The token of `GET /api/csrf/`. Calls of a session that change something need it.',
  },
};

function operationOf(name: string, call: Endpoint, schemas: NamedSchemas) {
  return {
    operationId: name,
    summary: call.summary,
    tags: [tagOf(call)],
    parameters: [
      ...pathParameters(call),
      ...queryParameters(call, schemas),
      ...headerParameters(requestHeadersOf(call), schemas),
    ],
    ...requestBodyOf(call, schemas),
    responses: {
      [call.status ?? 200]: successOf(call, schemas),
      ...Object.fromEntries(refusalsOf(call).map((status) => [status, referenceTo(status)])),
      ...ownRefusals(call, schemas),
    },
    ...securityOf(call),
    'x-answered-by': call.answeredBy,
    'x-access': call.access,
    'x-repeatable': call.repeatable === true,
  };
}

const securityOf = (call: Endpoint) => {
  if (call.access === 'public') return { security: [] };
  return call.method === 'GET' ? { security: [{ basic: [] }, { bearer: [] }, { session: [] }] } : {};
};

const pathParameters = ({ path }: Endpoint) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathDescriptions[name] ?? 'The id of the object.',
    schema: { type: 'string', minLength: 1 },
  }));

const pathDescriptions: Partial<Record<string, string>> = {
  schema: 'The id of the schema.',
  slug: 'The slug of the object, which is unique in its parent.',
  name: 'The e-mail address of the user.',
  key: '`{schemaId}:{field}` or `{schemaId}:__query`.',
};

function queryParameters(call: Endpoint, schemas: NamedSchemas) {
  const { query } = call;
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape as Record<string, z.ZodType>).map(([name, parameter]) => {
    const paths = pathsOf(parameter);
    return {
      name,
      in: 'query',
      required: !parameter.safeParse(undefined).success,
      ...describedBy(parameter.description ?? (isPage(call) ? `Only items with this \`${name}\`.` : '')),
      ...(paths
        ? { style: 'form', explode: false, schema: expansionsOf(paths) }
        : { schema: schemas.input(parameter) }),
    };
  });
}

const expansionsOf = (paths: string[]) => ({ type: 'array', items: { type: 'string', enum: paths } });

const describedBy = (description: string) => (description === '' ? {} : { description });

const headerParameters = (headers: Headers, schemas: NamedSchemas) =>
  Object.entries(headers).map(([name, { description, schema, always = false }]) => ({
    name,
    in: 'header',
    required: always,
    description,
    schema: schemas.input(schema),
  }));

const responseHeaders = (headers: Headers, schemas: NamedSchemas) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema, always = false }]) => [
      name,
      { description, required: always, schema: schemas.output(schema) },
    ]),
  );

function requestBodyOf({ body, bodyTypes = [bytes], example }: Endpoint, schemas: NamedSchemas) {
  if (body === undefined) return {};
  const shown = example === undefined ? {} : { example };
  if (body === 'bytes') {
    const content = Object.fromEntries(bodyTypes.map((type) => [type, { schema: rawBytes }]));
    return { requestBody: { required: true, content } };
  }
  const required = !body.safeParse(undefined).success;
  return { requestBody: { required, content: { [json]: { schema: schemas.input(body), ...shown } } } };
}

function successOf(call: Endpoint, schemas: NamedSchemas) {
  const { reply, line } = call;
  const headers = responseHeaders(replyHeadersOf(call), schemas);
  if (reply === 'nothing') return { description: 'Success, without a body.', headers };
  if (line)
    return {
      description: 'One item in each line.',
      headers,
      content: { [ndjson]: { schema: schemas.output(line) } },
    };
  if (reply === 'bytes')
    return { description: 'Success.', headers, content: { [bytes]: { schema: rawBytes } } };
  return { description: 'Success.', headers, content: { [json]: { schema: schemas.output(reply) } } };
}

const refusalResponse = ({ description, headers = {} }: Omit<Refusal, 'name'>, schemas: NamedSchemas) => ({
  description,
  headers: responseHeaders({ ...answerHeaders, ...headers }, schemas),
  content: { [json]: { schema: schemas.output(Problem) } },
});

/** The shared response of a status. */
const referenceTo = (status: RefusalStatus) => ({
  $ref: `#/components/responses/${refusals[status].name}`,
});

/** Responses of the statuses that have a meaning of their own for this call. */
const ownRefusals = (call: Endpoint, schemas: NamedSchemas) =>
  Object.fromEntries(
    Object.entries(call.refusals ?? {}).map(([status, description]) => {
      const shared: Refusal | undefined = refusals[status as unknown as RefusalStatus];
      return [status, refusalResponse({ ...shared, description }, schemas)];
    }),
  );

/** What the calls of a tag are about. */
const tags: Record<string, string> = {
  accounts: 'Registration, sign-in, passwords, profile and sessions.',
  allauth: 'Sign-in with Google.',
  blocks: 'Sealed blocks of the index. The proxy calls them.',
  csrf: 'The CSRF token of a browser.',
  datasets: 'Datasets, which group schemas.',
  grants: 'What the teams of a schema may do, by the id of a grant.',
  groups: 'Groups of sealed records. The proxy calls them.',
  health: 'Whether the service and its database work.',
  identities: 'The public keys of a person’s devices.',
  invitations: 'Invitations to the caller.',
  jobs: 'Uploads: sending a file and following its progress.',
  keyring: 'The keyring of the caller on this proxy.',
  manifests: 'Lists of a schema’s segments. The proxy calls them.',
  materials: 'Keys that are sealed for one person.',
  organizations: 'Organizations, their people, teams and audit logs.',
  outbox: 'Unsent mails of a machine without a mail server.',
  records: 'Records: listing, searching, decrypting and deleting them.',
  requests: 'Requests for keys.',
  schema: 'This description.',
  schemas: 'Schemas, their teams, grants, keys and access logs.',
  segments: 'Sealed segments of the index. The proxy calls them.',
  'service-accounts': 'Programs that are members of an organization.',
  status: 'Whether the service answers.',
  stripe: 'Billing.',
  teams: 'Teams, by their id.',
  token: 'Access tokens for scripts: getting, renewing and checking them.',
  tokens: 'API tokens of the caller.',
  uploads: 'Uploads of a schema.',
  users: 'The caller, and people of shared organizations.',
};
