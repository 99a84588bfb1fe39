/** The calls of the API description as a Python module: a typed method for each operation. */
import { z } from 'zod';
import { docstring, literal, pascal, PythonTypes, snake } from './types.ts';

const Content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean(),
  explode: z.boolean().default(true),
  description: z.string().optional(),
  schema: z.unknown(),
});
type Parameter = z.infer<typeof Parameter>;
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.array(Parameter),
  requestBody: z.looseObject({ required: z.boolean(), content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
});
type Operation = z.infer<typeof Operation>;
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const json = 'application/json';
/** Keywords of Python, and the names of a method's other parameters. No parameter of a call can have one of them. */
const reservedNames = new Set([
  ...[
    'False',
    'None',
    'True',
    'and',
    'as',
    'assert',
    'async',
    'await',
    'break',
    'class',
    'continue',
    'def',
    'del',
  ],
  ...[
    'elif',
    'else',
    'except',
    'finally',
    'for',
    'from',
    'global',
    'if',
    'import',
    'in',
    'is',
    'lambda',
    'nonlocal',
  ],
  ...['not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
  ...['self', 'body', 'content_type'],
]);

/** Names parameters in Python; a reserved name, or one that a part of the path already has, gets an underscore. */
const namesOf = (parameters: readonly Parameter[]) => {
  const pathNames = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => snake(name)));
  return (parameter: Parameter): string => {
    const name = snake(parameter.name.replace(/^X-/, ''));
    return reservedNames.has(name) || (parameter.in !== 'path' && pathNames.has(name)) ? `${name}_` : name;
  };
};

/** A parameter of a method: its declaration, and its line in the docstring, which may be empty. */
type Argument = { declaration: string; description: string };

/** The body of a request: its declaration, the parameters that it needs besides, and the arguments that send it. */
type Body = { required: boolean; declaration: string; otherParameters: string[]; sendArguments: string[] };

const parametersIn = (parameters: readonly Parameter[], location: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === location);

/** The method that makes a call. */
function methodOf(method: string, path: string, operation: Operation, types: PythonTypes): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const nameOf = namesOf(parameters);
  const argument = (parameter: Parameter): Argument => {
    const type = types.of(parameter.schema, pascal(operationId) + pascal(nameOf(parameter)));
    return {
      declaration: `${nameOf(parameter)}: ${parameter.required ? type : `${type} | None = None`}`,
      description: parameter.description ? `${nameOf(parameter)}: ${parameter.description}` : '',
    };
  };
  // The names of types depend on the order in which they are declared: body, arguments, answer.
  const body = requestBody && bodyOf(requestBody, pascal(operationId), types);
  const positional = parametersIn(parameters, 'path').map(argument);
  const keywordOnly = [...parametersIn(parameters, 'query'), ...parametersIn(parameters, 'header')].map(
    argument,
  );
  const answer = answerOf(responses, pascal(operationId), types);
  const descriptions = [...positional, ...keywordOnly]
    .map(({ description }) => description)
    .filter((description) => description !== '');
  return [
    `    def ${snake(operationId)}(`,
    ...declarations(positional, keywordOnly, body).map((declaration) => `        ${declaration},`),
    `    ) -> Reply[${answer.type}]:`,
    ...docstringLines(summary, descriptions),
    `        return self._transport.send(`,
    ...sendArguments(method, path, parameters, body).map((one) => `            ${one},`),
    `            answer=${literal(answer.kind)},`,
    `        )`,
  ].join('\n');
}

/** The parameters of a method, in order. */
function declarations(
  positional: readonly Argument[],
  keywordOnly: readonly Argument[],
  body: Body | undefined,
): string[] {
  const otherParameters = body?.otherParameters ?? [];
  const isBodyOptional = body !== undefined && !body.required;
  const hasKeywords = keywordOnly.length > 0 || otherParameters.length > 0 || isBodyOptional;
  return [
    'self',
    ...positional.map(({ declaration }) => declaration),
    ...(body?.required ? [body.declaration] : []),
    ...(hasKeywords ? ['*'] : []),
    ...(isBodyOptional ? [`${body.declaration} | None = None`] : []),
    ...otherParameters,
    ...keywordOnly.map(({ declaration }) => declaration),
  ];
}

/** The docstring of a method, with a line for each described parameter. */
function docstringLines(summary: string, descriptions: readonly string[]): string[] {
  const indent = '        ';
  const quotes = '"""';
  if (descriptions.length === 0) return [docstring(summary, indent)];
  return [
    docstring(summary, indent).slice(0, -quotes.length),
    '',
    ...descriptions.map((description) => indent + description.replaceAll('\\', '\\\\')),
    indent + quotes,
  ];
}

/** The arguments with which a method sends its request, apart from the kind of the answer. */
function sendArguments(
  method: string,
  path: string,
  parameters: readonly Parameter[],
  body: Body | undefined,
): string[] {
  const nameOf = namesOf(parameters);
  const members = (location: 'query' | 'header') =>
    parametersIn(parameters, location).map((parameter) => {
      const isList = location === 'query' && !parameter.explode;
      return `${literal(parameter.name)}: ${isList ? `commas(${nameOf(parameter)})` : nameOf(parameter)}`;
    });
  const [query, headers] = [members('query'), members('header')];
  const pathText = literal(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quoted(${snake(name)})}`));
  return [
    literal(method.toUpperCase()),
    path.includes('{') ? `f${pathText}` : pathText,
    ...(query.length > 0 ? [`query={${query.join(', ')}}`] : []),
    ...(headers.length > 0 ? [`headers={${headers.join(', ')}}`] : []),
    ...(body?.sendArguments ?? []),
  ];
}

function bodyOf(
  { content, required }: NonNullable<Operation['requestBody']>,
  name: string,
  types: PythonTypes,
): Body {
  const media = Object.keys(content);
  if (media.length === 1 && media[0] === json)
    return {
      required,
      declaration: `body: ${types.of(content[json]!.schema, `${name}Body`)}`,
      otherParameters: [],
      sendArguments: ['json=body'],
    };
  const isChoice = media.length > 1;
  return {
    required,
    declaration: 'body: RawBody',
    otherParameters: isChoice ? [`content_type: Literal[${media.map(literal).join(', ')}]`] : [],
    sendArguments: ['raw=body', `content_type=${isChoice ? 'content_type' : literal(media[0])}`],
  };
}

/** The type of a success, and how its body is read. */
function answerOf(responses: Operation['responses'], name: string, types: PythonTypes) {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2'))!;
  const [[media, { schema }] = ['', { schema: null }]] = Object.entries(success.content ?? {});
  if (media === '') return { kind: 'nothing', type: 'None' };
  const type = types.of(schema, `${name}Reply`);
  if (media === json) return { kind: 'json', type };
  return media === 'application/x-ndjson'
    ? { kind: 'lines', type: `Iterator[${type}]` }
    : { kind: 'bytes', type: 'bytes' };
}

/** By name, so that the module doesn't depend on the order of the document. */
const sorted = <Value>(entries: [string, Value][]): [string, Value][] =>
  entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

/**
 * The module `api.py`.
 * @param description - the OpenAPI document of `describeApi`.
 */
export function pythonApi(description: object): string {
  const document = Document.parse(description);
  const types = new PythonTypes();
  for (const [name, schema] of sorted(Object.entries(document.components.schemas)))
    types.declare(name, schema);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): [name: string, call: [method: string, path: string, operation: Operation]] => [
        operation.operationId,
        [method, path, operation],
      ],
    ),
  );
  const methods = sorted(operations).map(([, call]) => methodOf(...call, types));
  return `"""The calls of the API and their types, generated from the API description. Do not edit: run "npm run python:api"."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from .reply import RawBody, Reply, Transport, commas, quoted


${types.declarations}


class Api:
    """Every call of the API, a method for each. They raise \`cloakroom.ApiError\` for a refusal."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

${methods.join('\n\n')}
`;
}
