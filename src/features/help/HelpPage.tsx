/** /help */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styled from 'styled-components';
import { TutorialVideo } from '#src/features/integrations/index.ts';
import { ProxyGuide } from '#src/features/proxy/index.ts';
import { Page } from '#src/ui/Page.tsx';
import { token } from '#src/ui/theme/tokens.ts';
import { Card } from '#src/ui/Card.tsx';
import { Stack } from '#src/ui/layout.ts';
import { samples } from './links.ts';

export function HelpPage() {
  return (
    <Page title="Help" subtitle="From an empty organization to a decrypted row.">
      <TutorialVideo />
      <HelpText />
    </Page>
  );
}

const TextColumn = styled(Stack)`
  max-inline-size: 72ch;
  li {
    margin-block: ${token.space.xs};
  }
`;

const HelpSection = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Card as="section" id={id}>
    <h2>{title}</h2>
    <TextColumn $gap="sm">{children}</TextColumn>
  </Card>
);

/** The built-in guide: from an empty organization to a decrypted row. */
function HelpText() {
  return (
    <Stack $gap="l">
      <HelpSection id="start" title="Getting started">
        <ol>
          <li>Open the console from the proxy on your own machine, which seals and decrypts your data.</li>
          <li>Create a dataset. It groups what belongs together.</li>
          <li>Add a schema to it: the fields of a record and their types.</li>
          <li>On the schema’s Records tab, upload a CSV or JSON file. It is checked, sealed and stored.</li>
          <li>Filter the sealed records, then switch to Decrypt to read those in view.</li>
        </ol>
      </HelpSection>
      <HelpSection id="proxy" title="The proxy">
        <ProxyGuide />
      </HelpSection>
      <HelpSection id="schemas" title="Schemas">
        <p>
          A schema is a JSON Schema of type object. Its fields are strings, numbers or integers. Every number
          field needs a minimum and a maximum, because these make ranges searchable while sealed;{' '}
          <code>precision</code> is the number of decimals. A string may list its allowed values with{' '}
          <code>enum</code>.
        </p>
      </HelpSection>
      <HelpSection id="samples" title="Sample datasets">
        <ul>
          {samples.map(({ name, file, schema, about }) => (
            <li key={file}>
              {name}: {about}.{' '}
              <a href={file} download>
                Data
              </a>
              ,{' '}
              <a href={schema} download>
                schema
              </a>
            </li>
          ))}
        </ul>
      </HelpSection>
      <HelpSection id="api" title="For developers">
        <p>
          A script can do everything that the console does. <Link to="/api-docs">The API docs</Link> list
          every call.
        </p>
        <p>
          <Link to="/debug">Debug</Link> shows the inner state of this page: its machines as charts, the last
          events, and a report without any of your data for anyone who helps you.
        </p>
      </HelpSection>
    </Stack>
  );
}
