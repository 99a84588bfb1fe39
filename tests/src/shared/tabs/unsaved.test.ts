/** What counts as something that a reload would lose. */
import { beforeEach, expect, test } from 'vitest';
import { unsaved } from '#src/shared/tabs/unsaved.ts';

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

test('a form as it was opened has nothing to lose, and neither has a search', () => {
  input('find').value = 'zip';
  expect(unsaved()).toBe(false);
});

test.each<[string, () => void]>([
  ['a text', () => (input('name').value = 'Ada King')],
  ['a tick', () => (input('admin').checked = false)],
  ['a longer text', () => (input('about').value = '')],
  ['a choice', () => (select('role').selectedIndex = 0)],
  ['a choice without a default', () => (select('plan').selectedIndex = 1)],
])('%s that was changed would be lost', (_, change) => {
  change();
  expect(unsaved()).toBe(true);
});

test('what says of itself that it is unsaved would be lost, without any form', () => {
  document.body.append(document.createElement('p'));
  document.body.lastElementChild!.setAttribute('data-unsaved', 'true');
  expect(unsaved()).toBe(true);
});

test('what was changed back is not lost', () => {
  input('name').value = 'Ada King';
  input('name').value = 'Ada';
  expect(unsaved()).toBe(false);
});
