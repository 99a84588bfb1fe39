/** Writing a schema: in the editor, as plain text, and with the list of problems. */
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SchemaEditor } from '#src/features/schemas/SchemaEditor.tsx';
import { sampleSchema } from '#src/features/schemas/schemaText.ts';
import { show } from '#tests/src/support/render.tsx';

const broken = '{"type": "object", "properties": {\n  "age": {"type": "integer"}\n}}';
const page = (
  <form>
    <SchemaEditor />
    <button type="submit">Create</button>
  </form>
);

/** The value that the form would send. */
const sent = () => new FormData(document.querySelector('form')!).get('schema');
const host = () => [...document.querySelectorAll('*')].find(({ shadowRoot }) => shadowRoot);
/** The editable element, in a shadow root. */
const content = () => host()!.shadowRoot!.querySelector<HTMLElement>('[role="textbox"]')!;
const problems = () => screen.findByRole('region', { name: 'Problems in the schema' });

/** Opens the page with the plain text field, and types into it. */
async function plainly(text: string) {
  const { user } = show(page);
  await user.click(await screen.findByRole('button', { name: 'Use plain text' }));
  const area = screen.getByLabelText<HTMLTextAreaElement>('JSON Schema');
  await user.clear(area);
  await user.click(area);
  await user.paste(text);
  return { user, area };
}

beforeEach(() => {
  document.body.focus();
});

test('the editor starts with the sample, has a name and a description, and the form gets its text', async () => {
  show(page);
  await waitFor(() => expect(host()).toBeDefined());
  expect(content().getAttribute('aria-label')).toBe('JSON Schema');
  const hint = host()!.shadowRoot!.getElementById(content().getAttribute('aria-describedby')!);
  expect(hint?.textContent).toContain('Tab moves to the next field');
  expect(content().textContent).toContain('"properties": {');
  expect(sent()).toBe(sampleSchema);
  expect(screen.queryByRole('region')).toBeNull();
});

test('the editor and the plain field contain the same text', async () => {
  const { user, area } = await plainly(broken);
  expect(area.getAttribute('aria-hidden')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use the editor' }));
  expect(content().textContent).toContain('"age": {"type": "integer"}');
  expect(sent()).toBe(broken);
});

test('problems are listed with line and column, and their number is announced', async () => {
  await plainly(broken);
  expect(await screen.findByRole('button', { name: 'Go to line 2' })).toBeDefined();
  const list = within(await problems());
  expect(list.getByText('"age": every number needs "minimum" and "maximum"')).toBeDefined();
  expect(list.getByText('Line 2, column 3')).toBeDefined();
  expect(screen.getByText('1 problem in the schema').getAttribute('role')).toBe('status');
});

test('an item of the problem list moves the focus to its line', async () => {
  const { user, area } = await plainly(broken);
  await user.click(await screen.findByRole('button', { name: 'Go to line 2' }));
  expect(document.activeElement).toBe(area);
  expect(area.selectionStart).toBe(broken.indexOf('"age"'));

  await user.click(screen.getByRole('button', { name: 'Use the editor' }));
  await user.click(screen.getByRole('button', { name: 'Go to line 2' }));
  expect(document.activeElement).toBe(host());
});

test('one press adds minimum and maximum to the plain text', async () => {
  const { user } = await plainly(broken);
  // Until the text is checked, the problems are those of the empty one.
  await user.click(await screen.findByRole('button', { name: 'Add minimum and maximum' }));
  const fixed = broken.replace('"integer"', '"integer", "minimum": 0, "maximum": 100');
  await waitFor(() => expect(sent()).toBe(fixed));
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
});

test('typing before the editor has loaded is not interrupted', async () => {
  show(page);
  act(() => screen.getByLabelText('JSON Schema').focus());
  expect(await screen.findByRole('button', { name: 'Use the editor' })).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('JSON Schema'));
  expect(host()).toBeUndefined();
});
