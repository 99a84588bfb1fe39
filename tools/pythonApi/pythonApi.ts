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
/** Words that a parameter can't have as its name, and the names of a method's other parameters. */
const taken = new Set([
  'from',
  'in',
  'is',
  'import',
  'class',
  'def',
  'global',
  'self',
  'body',
  'content_type',
]);

/** The name of a parameter in Python; one that a part of the path has already gets an underscore. */
const namesOf = (parameters: readonly Parameter[]) => {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => snake(name)));
  return (parameter: Parameter): string => {
    const name = snake(parameter.name.replace(/^X-/, ''));
    return taken.has(name) || (parameter.in !== 'path' && inPath.has(name)) ? `${name}_` : name;
  };
};

/** One parameter of a method: how it is declared, and how it is documented. */
type Argument = { declaration: string; about: string };

function methodOf(method: string, path: string, operation: Operation, types: PythonTypes): string {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const nameOf = namesOf(parameters);
  const inPlace = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const argument = (parameter: Parameter): Argument => {
    const type = types.of(parameter.schema, pascal(operationId) + pascal(nameOf(parameter)));
    return {
      declaration: `${nameOf(parameter)}: ${parameter.required ? type : `${type} | None = None`}`,
      about: parameter.description ? `${nameOf(parameter)}: ${parameter.description}` : '',
    };
  };
  const body = requestBody && bodyOf(requestBody, pascal(operationId), types);
  const path_ = inPlace('path').map(argument);
  const named = [...inPlace('query'), ...inPlace('header')].map(argument);
  const declared = [
    'self',
    ...path_.map(({ declaration }) => declaration),
    ...(body?.required ? [body.declaration] : []),
    ...(named.length > 0 || body?.rest.length || (body && !body.required) ? ['*'] : []),
    ...(body && !body.required ? [`${body.declaration} | None = None`] : []),
    ...(body?.rest ?? []),
    ...named.map(({ declaration }) => declaration),
  ];
  const answer = answerOf(responses, pascal(operationId), types);
  const members = (place: 'query' | 'header') =>
    inPlace(place).map((parameter) => {
      const value =
        place === 'query' && !parameter.explode ? `commas(${nameOf(parameter)})` : nameOf(parameter);
      return `${literal(parameter.name)}: ${value}`;
    });
  const sent = [
    literal(method.toUpperCase()),
    `f${literal(path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{quoted(${snake(name)})}`))}`.replace(
      /^f(?!.*\{)/,
      '',
    ),
    ...(inPlace('query').length > 0 ? [`query={${members('query').join(', ')}}`] : []),
    ...(inPlace('header').length > 0 ? [`headers={${members('header').join(', ')}}`] : []),
    ...(body?.sent ?? []),
    `answer=${literal(answer.kind)}`,
  ];
  const abouts = [...path_, ...named].map(({ about }) => about).filter((about) => about !== '');
  return [
    `    def ${snake(operationId)}(`,
    ...declared.map((one) => `        ${one},`),
    `    ) -> Reply[${answer.type}]:`,
    ...(abouts.length === 0
      ? [docstring(summary, '        ')]
      : [
          docstring(summary, '        ').slice(0, -3),
          '',
          ...abouts.map((about) => `        ${about.replaceAll('\\', '\\\\')}`),
          '        """',
        ]),
    `        return self._transport.send(`,
    ...sent.map((one) => `            ${one},`),
    `        )`,
  ].join('\n');
}

function bodyOf(
  { content, required }: NonNullable<Operation['requestBody']>,
  name: string,
  types: PythonTypes,
): { required: boolean; declaration: string; rest: string[]; sent: string[] } {
  const media = Object.keys(content);
  if (media.length === 1 && media[0] === json)
    return {
      required,
      declaration: `body: ${types.of(content[json]!.schema, `${name}Body`)}`,
      rest: [],
      sent: ['json=body'],
    };
  const isChoice = media.length > 1;
  return {
    required,
    declaration: 'body: RawBody',
    rest: isChoice ? [`content_type: Literal[${media.map(literal).join(', ')}]`] : [],
    sent: ['raw=body', `content_type=${isChoice ? 'content_type' : literal(media[0])}`],
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
      ([method, operation]): [name: string, place: [method: string, path: string, operation: Operation]] => [
        operation.operationId,
        [method, path, operation],
      ],
    ),
  );
  const methods = sorted(operations).map(([, place]) => methodOf(...place, types));
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
