/** Panels for everything but machines: connection and versions, query cache, databases, service worker. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useConnection, useStatus } from '#src/features/connection/index.ts';
import { useDatabases } from './queries.ts';
import { formatBytes } from '#src/shared/format/counts.ts';
import { token } from '#src/ui/theme/tokens.ts';
import { Card } from '#src/ui/Card.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Muted } from '#src/ui/layout.ts';
import { Loaded } from '#src/ui/Loaded.tsx';
import { Table } from '#src/ui/Table.tsx';
import { queryInfo, serviceWorkerQuery, tableInfo, versions, type QueryInfo } from './diagnostics.ts';
import { ScrollRegion } from './ScrollRegion.ts';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr));
  gap: ${token.space.m};
  align-items: start;
`;
const tickMs = 1000;

/** Renders every second, since ages and the query cache change without an event. */
function useTick(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), tickMs);
    return () => clearInterval(timer);
  }, []);
}

function ConnectionPanel() {
  const connection = useConnection();
  const { data, status } = useStatus();
  const { product, version, build, contract, browser } = versions();
  return (
    <Card as="section">
      <h2>Connection and versions</h2>
      <DescriptionList
        facts={[
          { name: 'Connection', value: connection },
          { name: 'Last status call', value: status },
          { name: 'Behind the proxy', value: data ? (data.behind_proxy ? 'yes' : 'no') : 'not known' },
          { name: 'Network, according to the browser', value: navigator.onLine ? 'yes' : 'no' },
          { name: product, value: `${version}, build ${build}` },
          {
            name: 'Contract',
            value: `${contract} in this page, ${data?.api_version ?? 'not known'} at the server`,
          },
          { name: 'Browser', value: browser },
        ]}
      />
    </Card>
  );
}

const ageWords = ({ ageSeconds: age }: QueryInfo) => (age === null ? '—' : `${age}\u00a0s`);

function QueryPanel() {
  const client = useQueryClient();
  useTick();
  return (
    <Card as="section">
      <h2>Query cache</h2>
      <ScrollRegion aria-label="Queries">
        <Table
          caption="Queries, without their data"
          columns={[
            { key: 'key', header: 'Query', cell: ({ key }) => key, rowHeader: true },
            { key: 'status', header: 'Status', cell: ({ status }) => status },
            { key: 'age', header: 'Age', cell: ageWords, end: true },
            { key: 'observers', header: 'Observers', cell: ({ observers }) => observers, end: true },
          ]}
          rows={queryInfo(client)}
          rowKey={({ key }) => key}
        />
      </ScrollRegion>
    </Card>
  );
}

function DatabasePanel() {
  const databases = useDatabases();
  return (
    <Card as="section">
      <h2>Databases on this device</h2>
      <Loaded from={databases} label="Loading the databases">
        {(found) => (
          <Table
            caption="Tables and their approximate sizes"
            columns={[
              { key: 'database', header: 'Database', cell: ({ database }) => database },
              { key: 'table', header: 'Table', cell: ({ table }) => table, rowHeader: true },
              { key: 'rows', header: 'Rows', cell: ({ rows }) => rows ?? '—', end: true },
              {
                key: 'size',
                header: 'Size',
                cell: ({ bytes }) => (bytes === null ? '—' : `≈ ${formatBytes(bytes)}`),
                end: true,
              },
            ]}
            rows={tableInfo(found)}
            rowKey={({ database, table }) => `${database} ${table}`}
          />
        )}
      </Loaded>
    </Card>
  );
}

function ServiceWorkerPanel() {
  const info = useQuery(serviceWorkerQuery());
  return (
    <Card as="section">
      <h2>Service worker</h2>
      <Loaded from={info} label="Loading the service worker">
        {({ worker, waiting, controls, caches }) => (
          <>
            <DescriptionList
              facts={[
                { name: 'Worker', value: worker },
                { name: 'Waiting', value: waiting },
                { name: 'Controls this page', value: controls ? 'yes' : 'no' },
                ...caches.map(({ name, entries }) => ({ name, value: `${entries} entries` })),
              ]}
            />
            {caches.length === 0 && <Muted>No cache.</Muted>}
          </>
        )}
      </Loaded>
    </Card>
  );
}

export const Panels = () => (
  <>
    <Grid>
      <ConnectionPanel />
      <ServiceWorkerPanel />
    </Grid>
    <QueryPanel />
    <DatabasePanel />
  </>
);
