/** Input that a reload would lose. */
import { beforeEach, expect, test } from 'vitest';
import { hasUnsavedInput } from '#src/shared/tabs/unsaved.ts';

const page = new DOMParser().parseFromString(
  `
  <form role="search"><input name="find"></form>
  <form>
    <input name="name" value="Ada"><input type="checkbox" name="admin" checked>
    <textarea name="about">Countess</textarea>
    <select name="role"><option>owner</option><option selected>member</option></select>
    <select name="plan"><option>free</option><option>paid</option></select>
  </form>`,
  'text/html',
);
beforeEach(() =>
  document.body.replaceChildren(...[...page.body.children].map((each) => document.importNode(each, true))),
);
const control = (name: string) => document.querySelector(`[name="${name}"]`);
const input = (name: string) => control(name) as HTMLInputElement;
const select = (name: string) => control(name) as HTMLSelectElement;

test('an unchanged form has no unsaved input, and neither has a search', () => {
  input('find').value = 'zip';
  expect(hasUnsavedInput()).toBe(false);
});

test.each<[string, () => void]>([
  ['a text', () => (input('name').value = 'Ada King')],
  ['a tick', () => (input('admin').checked = false)],
  ['a longer text', () => (input('about').value = '')],
  ['a choice', () => (select('role').selectedIndex = 0)],
  ['a choice without a default', () => (select('plan').selectedIndex = 1)],
])('%s that was changed would be lost', (_, change) => {
  change();
  expect(hasUnsavedInput()).toBe(true);
});

test('a form marked with data-pristine has no unsaved input, even if its values differ from its attributes', () => {
  input('name').value = 'Ada King';
  input('name').form!.dataset.pristine = '';
  expect(hasUnsavedInput()).toBe(false);
});

test('an element with data-unsaved would be lost, without a form', () => {
  document.body.append(document.createElement('p'));
  document.body.lastElementChild!.setAttribute('data-unsaved', 'true');
  expect(hasUnsavedInput()).toBe(true);
});

test('input that was changed back is not lost', () => {
  input('name').value = 'Ada King';
  input('name').value = 'Ada';
  expect(hasUnsavedInput()).toBe(false);
});
