/** One call of the API: the server that answers it, its parameters, body and responses. All error responses have the same body. */
import { Fragment, useState } from 'react';
import styled from 'styled-components';
import type { ApiCall } from './apiCalls.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Badge, type BadgeTone } from '#src/ui/Badge.tsx';
import { Muted, Row, Stack } from '#src/ui/layout.ts';
import { Table, type Column } from '#src/ui/Table.tsx';

const Call = styled.details`
  min-inline-size: 0;
  padding: ${token.space.sm} ${token.space.m};
  background: ${token.color.surface};
  border: 1px solid ${token.color.border};
  border-radius: ${token.radius.m};
  &:hover {
    border-color: ${token.color.edge};
  }
  > summary {
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  code {
    font-family: ${token.font.code};
    overflow-wrap: anywhere;
  }
  &[open] > summary {
    margin-block-end: ${token.space.sm};
  }
`;
/* As wide as the longest method, so that the paths are aligned. */
const Method = styled.span`
  display: inline-block;
  min-inline-size: 5rem;
  > span {
    font-family: ${token.font.code};
  }
`;
const Summary = styled.span`
  display: block;
  margin-block-start: ${token.space.xs};
  color: ${token.color.muted};
`;
const Content = styled(Stack)`
  h3 {
    margin: 0;
    font-size: ${token.size.m};
  }
`;
const Shape = styled.pre`
  max-block-size: 24rem;
  margin: 0;
  padding: ${token.space.sm};
  overflow: auto;
  font-family: ${token.font.code};
  font-size: ${token.size.s};
  background: ${token.color.sunken};
  border-radius: ${token.radius.s};
`;

const answeredBy = {
  service: 'Answered by the service',
  proxy: 'Answered by the proxy alone',
  both: 'Answered by both',
};

/** Reading, adding, changing and deleting differ in colour as well as in name. */
const methodTones: Partial<Record<string, BadgeTone>> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'error',
};

type Parameter = ApiCall['operation']['parameters'][number];

const typeOf = ({ schema = {} }: Parameter) => {
  const { enum: values, const: constant, type } = schema;
  if (Array.isArray(values)) return values.join(', ');
  if (constant !== undefined) return JSON.stringify(constant);
  return typeof type === 'string' ? type : 'see the OpenAPI document';
};

const columns: Column<Parameter>[] = [
  { key: 'name', header: 'Name', rowHeader: true, cell: ({ name }) => <code>{name}</code> },
  { key: 'in', header: 'In', cell: ({ in: location }) => location },
  { key: 'required', header: 'Required', cell: ({ required }) => (required ? 'Yes' : 'No') },
  { key: 'type', header: 'Type', cell: typeOf },
];

/** The schemas of hundreds of calls are long, so those of a call are rendered only after it was opened. */
export function CallDetails({ call }: { call: ApiCall }) {
  const { method, path, operation } = call;
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <Call onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}>
      <summary>
        <Method>
          <Badge tone={methodTones[method] ?? 'plain'}>{method}</Badge>
        </Method>{' '}
        <code>{path}</code>
        {operation.summary && <Summary>{operation.summary}</Summary>}
      </summary>
      {wasOpened && <CallContent call={call} />}
    </Call>
  );
}

function CallContent({ call: { method, path, operation } }: { call: ApiCall }) {
  const { parameters, requestBody, responses } = operation;
  const body = requestBody && Object.values(requestBody.content)[0]?.schema;
  return (
    <Content $gap="sm">
      <Row>
        <Badge tone="primary">{answeredBy[operation['x-answered-by']]}</Badge>
        <Badge>{operation['x-access'] === 'public' ? 'Public' : 'Requires sign-in'}</Badge>
        {operation['x-repeatable'] && <Badge>Repeatable with an Idempotency-Key</Badge>}
      </Row>
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <Table
            caption={`Parameters of ${method} ${path}`}
            columns={columns}
            rows={parameters}
            rowKey={({ in: location, name }) => `${location} ${name}`}
          />
        </>
      )}
      {body && <JsonShape title="Body" path={path} schema={body} />}
      {Object.entries(responses).map(([status, { description, headers, content = {} }]) => {
        const schema = Object.values(content)[0]?.schema;
        const names = Object.keys(headers);
        return (
          <Fragment key={status}>
            {schema && status.startsWith('2') ? (
              <JsonShape title={`Response ${status}`} path={path} schema={schema} />
            ) : (
              <Muted>
                Response {status}: {description || 'no body'}
              </Muted>
            )}
            {names.length > 0 && <Muted>Headers: {names.join(', ')}</Muted>}
          </Fragment>
        );
      })}
    </Content>
  );
}

type JsonShapeProps = { title: string; path: string; schema: Record<string, unknown> };

const JsonShape = ({ title, path, schema }: JsonShapeProps) => (
  <>
    <h3>{title}</h3>
    <Shape tabIndex={0} role="region" aria-label={`${title} of ${path}`}>
      {JSON.stringify(schema, null, 2)}
    </Shape>
  </>
);
