/** Every decision record has the same form, and the list of decisions names it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const folder = 'docs/decisions';
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const names = readdirSync(folder).filter((name) => name !== 'README.md');

test('each number belongs to one decision', () => {
  const numbers = names.map((name) => name.slice(0, 3));
  expect(numbers.toSorted()).toEqual([...new Set(numbers)].toSorted());
});

test('the list has every decision with its title, by number', () => {
  const rows = names.toSorted().map((name) => {
    const title = /^# \d{3} (.+)$/m.exec(read(name))?.[1];
    return `| [${name.slice(0, 3)}](${name}) | ${title} |`;
  });
  expect(read('README.md').match(/^\| \[\d.*$/gm)).toEqual(rows);
});

describe.each(names)('%s', (name) => {
  const text = read(name);

  test('begins with number, title, date and status', () => {
    expect(name).toMatch(/^\d{3}-[a-z\d]+(-[a-z\d]+)*\.md$/);
    expect(text).toMatch(
      new RegExp(
        `^# ${name.slice(0, 3)} \\S.*\\n\\n- Date: 20\\d\\d-[01]\\d-[0-3]\\d\\n- Status: (accepted|superseded by \\[\\d{3}\\]\\()`,
      ),
    );
  });

  test('has context, decision, alternatives and consequences, in this order and none empty', () => {
    const [, ...sections] = text.split(/^## /m);
    expect(sections.map((section) => section.split('\n')[0])).toEqual([
      'Context',
      'Decision',
      'Alternatives',
      'Consequences',
    ]);
    for (const section of sections) expect(section.split('\n').slice(1).join('').trim()).not.toBe('');
  });

  test('links to files that exist', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link]) => link!);
    expect(links.filter((link) => !existsSync(join(folder, link)))).toEqual([]);
  });
});
