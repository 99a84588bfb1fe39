import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { columnsOf } from '#src/features/records/recordRows.ts';
import { SummaryToggle } from '#src/features/records/aggregates/Summary.tsx';
import { fakeServer, type Answers } from '../../../support/fakeServer.ts';
import { schema } from '../../../support/records.ts';
import { show } from '../../../support/render.tsx';

const search = 'POST /api/records/search/';
const Asked = z.object({ filters: z.array(z.object({ label: z.string(), value: z.string() })) });
const red = { label: 'team', value: 'red', operator: '=' as const };

/** A proxy that aggregates some ages. */
const proxyWith = (ages: number[]): Answers => ({
  [search]: ({ body }) => {
    const asked = Asked.parse(body).filters.at(-1)?.value ?? '';
    const [, measure = '', from, to] = /^(\w+)\((?:(.+)~(.+))?\)$/.exec(asked) ?? [];
    const within = ages.filter((age) => !from || (age >= Number(from) && age <= Number(to)));
    const sum = within.reduce((total, age) => total + age, 0);
    const values: Record<string, number | null> = {
      count: within.length,
      sum: within.length > 0 ? sum : null,
      avg: within.length > 0 ? sum / within.length : null,
      min: within.length > 0 ? Math.min(...within) : null,
      max: within.length > 0 ? Math.max(...within) : null,
    };
    return { body: [{ data: { value: values[measure] } }] };
  },
});

function open(answers: Answers, definition = schema.schema) {
  const asked = fakeServer(answers);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const shown = show(
    <QueryClientProvider client={client}>
      <SummaryToggle schema={schema.id} fields={columnsOf(definition)} filters={[red]} />
    </QueryClientProvider>,
  );
  return { ...shown, bodies: () => asked(search).map(({ body }) => Asked.parse(body)) };
}

const toggle = () => screen.getByRole('button', { name: 'Summary of numbers' });

test('nothing is computed until the panel is opened; then the proxy aggregates the filtered records', async () => {
  const { user, bodies } = open(proxyWith([36, 85, 91, 91]));
  expect(bodies()).toEqual([]);
  await user.click(toggle());
  const panel = within(await screen.findByRole('region', { name: 'Summary of numbers' }));
  await panel.findByText('303');
  expect(panel.getAllByRole('definition').map((one) => one.textContent)).toEqual([
    '4',
    '303',
    '75.75',
    '36',
    '91',
  ]);
  expect(panel.getAllByRole('term').map((one) => one.textContent)).toEqual([
    ...['Count', 'Sum', 'Average', 'Least', 'Greatest'],
  ]);
  const bars = within(panel.getByRole('figure', { name: 'Distribution of age' })).getAllByRole('listitem');
  expect(bars[0]?.textContent).toBe('36 to 40: 1 record');
  expect(bars.at(-1)?.textContent).toBe('91: 2 records');
  expect(bodies().every(({ filters }) => filters[0]?.label === 'team' && filters.length === 2)).toBe(true);
  panel.getByText('Computed on sealed data. No record was decrypted.');
});

test('without matches the panel says so, without figures', async () => {
  const { user } = open(proxyWith([]));
  await user.click(toggle());
  await screen.findByText('No record that matches has a value in age.');
  expect(screen.queryByText('Average')).toBeNull();
});

test('a refusal is shown with its reason', async () => {
  const { user } = open({ [search]: () => ({ status: 422, body: { detail: 'The keyring is locked.' } }) });
  await user.click(toggle());
  await screen.findByText('age could not be summarized');
  screen.getByText('The keyring is locked.');
});

test('without a number field there is no summary', () => {
  open({}, { type: 'object', properties: { name: { type: 'string' } } });
  expect(screen.queryByRole('button')).toBeNull();
});
