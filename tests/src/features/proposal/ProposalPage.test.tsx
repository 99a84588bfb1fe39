/** A dropped file becomes a dataset, a schema and an upload. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { openConsole, type World } from '#tests/src/support/console.tsx';
import { at, dataset, full, schema } from '#tests/src/support/datasets.ts';
import { accepted, fakeUploads } from '#tests/src/support/fakeUpload.ts';
import { fakeSockets } from '#tests/src/support/fakeSocket.ts';
import { fakeWorkers } from '#tests/src/support/fakeWorkers.ts';
import { keyringOf } from '#tests/src/support/handedOn.ts';
import { organization } from '#tests/src/support/people.ts';
import { endRoots } from '#tests/src/support/testRoot.ts';

beforeEach(() => {
  fakeWorkers();
  fakeSockets();
});

const rows = Array.from({ length: 20 }, (_, i) => `Ada ${i},0${1000 + i},${18 + i},${'AB'[i % 2]}`);
const people = new File([['name,zip,age,ward', ...rows, ''].join('\n')], 'patients.csv');

const world: World = {
  ...full,
  ...keyringOf(null),
  'GET /api/datasets/': () => ({ body: [] }),
  'GET /api/jobs/': () => ({ body: [] }),
  'POST /api/datasets/': () => ({ status: 201, body: dataset }),
  'POST /api/schemas/': () => ({ status: 201, body: schema }),
  'POST /api/records/search/': () => ({ body: [] }),
};

/** Opens the datasets and drops a file on them. */
async function drop(file: File, answers: World = {}, path = '/datasets', title = 'Datasets') {
  const console = openConsole(path, { ...world, ...answers });
  await console.heading(title);
  const input = await screen.findByLabelText('Select a file to upload');
  await console.user.upload(input, file);
  await console.heading('Upload a File');
  return console;
}
const row = async (name: string) => within(await screen.findByRole('listitem', { name }));
const create = () => screen.getByRole('button', { name: 'Create and Upload' });

test('one press creates dataset and schema, and the records page shows the upload', async () => {
  const sent = fakeUploads(() => accepted);
  let created = schema;
  const {
    user,
    sent: bodies,
    place,
  } = await drop(people, {
    'POST /api/schemas/': ({ body }) => {
      created = { ...schema, schema: (body as { schema: typeof schema.schema }).schema };
      return { status: 201, body: created };
    },
    [`GET ${schema.url}`]: () => ({ body: created }),
  });
  const age = await row('age');
  expect(age.getByLabelText<HTMLInputElement>('From').value).toBe('0');
  expect(age.getByText('Only lengths and this range')).toBeDefined();
  expect((await row('zip')).getByText(/as numbers they would lose it/)).toBeDefined();
  expect((await row('name')).getByText('Only lengths')).toBeDefined();
  expect((await row('ward')).getByLabelText<HTMLTextAreaElement>('Choices, one per line').value).toBe('A\nB');
  await user.click(create());
  await waitFor(() => expect(place()).toBe(`${at}/schemas/${schema.id}/records`));
  expect(bodies('POST /api/datasets/')).toEqual([
    { organization: organization.id, name: 'patients', description: '' },
  ]);
  expect(bodies('POST /api/schemas/')).toMatchObject([
    {
      dataset: dataset.id,
      name: 'patients',
      schema: {
        properties: {
          name: { type: 'string' },
          zip: { type: 'string' },
          age: { type: 'integer', minimum: 0, maximum: 40 },
          ward: { type: 'string', enum: ['A', 'B'] },
        },
        required: ['name', 'zip', 'age', 'ward'],
      },
    },
  ]);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(await sent[0]?.body.text()).toMatch(/^"?name"?,"?zip"?/);
});

test('the file field remains while the draft loads, and accepts a file', async () => {
  const { heading, user } = openConsole('/upload-file', world);
  await heading('Upload a File');
  const field = screen.getByLabelText('Select a file to upload');
  await user.upload(field, people);
  expect((await row('age')).getByText(/For example/)).toBeDefined();
});

test('the file field is the same element if there is no draft', async () => {
  const { heading, proposal } = openConsole('/upload-file', world);
  await heading('Upload a File');
  const field = screen.getByLabelText('Select a file to upload');
  await waitFor(() => expect(proposal.getSnapshot().value).toBe('empty'));
  expect(screen.getByLabelText('Select a file to upload')).toBe(field);
});

test('the file field is the same element after a draft has loaded, and accepts its file', async () => {
  const { user } = await drop(people);
  await user.type((await row('age')).getByLabelText('Description'), 'In years');
  const { localCache } = await import('#src/shared/storage/localCache.ts');
  const { draftKey } = await import('#src/machines/proposal/types.ts');
  await waitFor(async () => expect(JSON.stringify(await localCache.get(draftKey))).toContain('In years'));
  cleanup();
  endRoots();
  const again = openConsole('/upload-file', world);
  await again.heading('Upload a File');
  const field = screen.getByLabelText('Select a file to upload');
  await screen.findByText(/^Your edits were kept, but the file was not stored/);
  expect(screen.getByLabelText('Select a file to upload')).toBe(field);
  await again.user.upload(field, people);
  expect((await row('age')).getByText(/For example/)).toBeDefined();
});

test('edits of the form and of the JSON Schema are one proposal', async () => {
  const { user, sent } = await drop(people);
  await user.click((await row('zip')).getByRole('button', { name: 'Leave zip out' }));
  expect(screen.getByText('zip is left out')).toBeDefined();
  const name = await row('name');
  await user.clear(name.getByLabelText('Name'));
  expect(await screen.findByText('A field needs a name.')).toBeDefined();
  expect(create().getAttribute('aria-disabled')).toBe('true');
  await user.type(screen.getAllByLabelText('Name')[1]!, 'full name');
  await user.click((await row('age')).getByRole('button', { name: 'Move age up' }));
  await user.click(screen.getByRole('button', { name: 'JSON Schema' }));
  const editor = await screen.findByLabelText<HTMLTextAreaElement>('JSON Schema');
  const json = editor.value;
  const text = JSON.parse(json) as { properties: object };
  expect(Object.keys(text.properties)).toEqual(['full name', 'age', 'ward']);
  fireEvent.focus(editor);
  fireEvent.change(editor, { target: { value: '{' } });
  expect(create().getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('button', { name: 'Fields' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.change(editor, { target: { value: json.replaceAll('"ward"', '"unit"') } });
  await user.click(screen.getByRole('button', { name: 'Fields' }));
  expect(await (await row('unit')).findByText(/For example A · B/)).toBeDefined();
  await user.click(create());
  await waitFor(() => expect(sent('POST /api/schemas/')).toHaveLength(1));
});

test('names a rejected schema, and does not create the dataset twice when trying again', async () => {
  let refusals = 1;
  const { user, sent, place } = await drop(people, {
    'POST /api/schemas/': () =>
      refusals-- > 0 ? { status: 400, body: { detail: 'Not this name.' } } : { status: 201, body: schema },
  });
  await screen.findByRole('listitem', { name: 'age' });
  await user.click(create());
  expect(await screen.findByText('The schema was not created')).toBeDefined();
  expect(screen.getByText(/Not this name\. The dataset exists/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(place()).toContain('/records'));
  expect(sent('POST /api/datasets/')).toHaveLength(1);
  expect(sent('POST /api/schemas/')).toHaveLength(2);
});

test('a file that is dropped on a dataset becomes a schema of it', async () => {
  const { user, sent } = await drop(people, {}, at, 'People');
  expect(await screen.findByText('Of the schema in People')).toBeDefined();
  await user.click(create());
  await waitFor(() => expect(sent('POST /api/schemas/')).toMatchObject([{ dataset: dataset.id }]));
  expect(sent('POST /api/datasets/')).toEqual([]);
});

test('a file that can’t be read is refused with the reason, and another one can be selected', async () => {
  const { user } = await drop(new File(['name\n'], 'people.csv'));
  expect(await screen.findByText('The file can’t be used')).toBeDefined();
  await user.upload(screen.getByLabelText('Select a file to upload'), people);
  expect(await screen.findByRole('listitem', { name: 'age' })).toBeDefined();
});

test('treats rows pasted from a spreadsheet as a file', async () => {
  const { heading } = openConsole('/datasets', world);
  await heading('Datasets');
  await screen.findByRole('button', { name: 'Upload a File' });
  const clipboardData = { files: [], getData: () => 'name\tage\nAda\t36\nBob\t52' };
  fireEvent(document.body, Object.assign(new Event('paste', { bubbles: true }), { clipboardData }));
  expect(await screen.findByRole('listitem', { name: 'age' })).toBeDefined();
  expect(screen.getByDisplayValue('Pasted rows')).toBeDefined();
});

test('a file that is dragged over the page is dropped anywhere on it', async () => {
  const { heading } = openConsole('/datasets', world);
  await heading('Datasets');
  await screen.findByRole('button', { name: 'Upload a File' });
  const dataTransfer = {
    types: ['Files'],
    files: [people],
    items: [{ kind: 'file', type: 'text/csv', getAsFile: () => people }],
  };
  fireEvent.dragEnter(document.body, { dataTransfer });
  fireEvent.drop(await screen.findByText('Drop the file to see its fields'), { dataTransfer });
  expect(await screen.findByRole('listitem', { name: 'age' })).toBeDefined();
});

test('an edited proposal is stored without values of the file', async () => {
  const first = await drop(people);
  await first.user.click((await row('zip')).getByRole('button', { name: 'Leave zip out' }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  const { localCache } = await import('#src/shared/storage/localCache.ts');
  const stored = JSON.stringify(await localCache.get('proposal'));
  expect(stored).toContain('"heading":"zip"');
  expect(stored).not.toMatch(/Ada|"A"|1000/);
});

test('matches the columns of the file to the fields of another schema, and lists unfit values per field', async () => {
  const other = {
    ...schema,
    schema: {
      type: 'object',
      properties: {
        full_name: { type: 'string' },
        age: { type: 'integer', minimum: 0, maximum: 30 },
        city: { type: 'string' },
      },
      required: ['full_name', 'city'],
    },
  };
  const { user } = await drop(people, {
    'GET /api/schemas/': () => ({ body: [other] }),
    'GET /api/datasets/': full['GET /api/datasets/']!,
  });
  await row('age');
  await user.click(screen.getByRole('button', { name: 'Use other fields' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Use Other Fields' }));
  expect(dialog.getByRole('option', { name: 'Patient' })).toBeDefined();
  await user.selectOptions(
    dialog.getByLabelText('Fields of'),
    await dialog.findByRole('option', { name: 'The dataset People' }),
  );
  expect(await dialog.findByText(/2 of 3 fields have a column in the file: full_name, age\./)).toBeDefined();
  expect(dialog.getByText(/Left out: zip, ward/)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Use These Fields' }));
  const age = await row('age');
  expect(age.getByLabelText<HTMLInputElement>('To').value).toBe('30');
  expect(
    await age.findByText(/^7 values of the file do not fit\. The first one is in line 15: 31 is above/),
  ).toBeDefined();
  expect((await row('city')).getByText('The file has no column for this field.')).toBeDefined();
  expect((await row('full_name')).queryByText(/do not fit/)).toBeNull();
  expect(create().getAttribute('aria-disabled')).not.toBe('true');
});

test('a file that was read wrongly is read again with the chosen encoding and delimiter', async () => {
  const bytes = Uint8Array.from('n\xe4me|age,x\nJ\xf6rg|36,1\n', (letter) => letter.charCodeAt(0));
  const { user } = await drop(new File([bytes], 'people.csv'));
  await user.selectOptions(await screen.findByLabelText('Delimiter'), 'Bar');
  const name = await row('näme');
  expect(await name.findByText('For example Jörg')).toBeDefined();
  await user.click(name.getByRole('button', { name: 'Move näme down' }));
  await user.selectOptions(screen.getByLabelText('Encoding'), 'utf-8');
  expect(await screen.findByText('The file can’t be used')).toBeDefined();
  expect(await (await row('näme')).findByText('For example Jörg')).toBeDefined();
  expect(screen.getByLabelText<HTMLSelectElement>('Delimiter').value).toBe('|');
});

test('a second file with the headings of the first one is matched without asking', async () => {
  fakeUploads(() => accepted);
  let created = schema;
  const { user, place } = await drop(people, {
    'POST /api/schemas/': ({ body }) => {
      created = { ...schema, schema: (body as { schema: typeof schema.schema }).schema };
      return { status: 201, body: created };
    },
    [`GET ${schema.url}`]: () => ({ body: created }),
  });
  const name = await row('name');
  await user.clear(name.getByLabelText('Name'));
  await user.type(screen.getAllByLabelText('Name')[1]!, 'patient');
  await user.click((await row('ward')).getByRole('button', { name: 'Leave ward out' }));
  await user.click(create());
  await waitFor(() => expect(place()).toContain('/records'));
  const { recallMatches } = await import('#src/workers/parse/columnMatches.ts');
  const { getFileChoices } = await import('#src/workers/parse/choices.ts');
  const { previewRows } = await import('#src/workers/parse/rowPreview.ts');
  const { fieldsOf } = await import('@cloakroom/contract/fields.ts');
  const second = new File(['ward,age,zip,name\nA,36,01234,Ada\n'], 'second.csv');
  recallMatches(second, schema.id);
  const target = { schemaId: schema.id, fields: fieldsOf(created.schema) };
  const preview = await previewRows(second, target, await getFileChoices(second));
  expect(preview?.columns).toEqual([null, 'age', 'zip', 'patient']);
});
