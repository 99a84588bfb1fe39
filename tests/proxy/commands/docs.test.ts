/** docs/proxy.md: each command of the section about the command line works, and its table is complete. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { commands } from '@cloakroom/proxy/commands/table.ts';
import { startCommandLine } from './support/commandLine.ts';

const line = await startCommandLine();
const { world, folder, reply, file } = line;
const { owner } = world;
afterAll(() => line.close());

const page = await readFile('docs/proxy.md', 'utf8');
const section = /\n## The command line\n(.*?)\n## /s.exec(page)?.[1] ?? '';
const definition = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0, maximum: 130 } },
  required: ['name'],
};

/** The words of a command as a shell splits them, without a comment at its end. */
const wordsOf = (text: string) =>
  [...text.matchAll(/#.*$|'([^']*)'|"([^"]*)"|<([^>]*)>|(\S+)/g)].flatMap(
    ([word, single, double, named, plain]) => single ?? double ?? (named === undefined ? plain : word) ?? [],
  );

test('every command of the page works, in their order', async () => {
  const lines = section.split('\n').filter((text) => text.startsWith('cloakroom '));
  expect(lines.length).toBeGreaterThan(30);
  const { who: bea } = await world.colleague();
  const values = new Map([
    ['people.csv', await file('doc.csv', 'name,age\nAda,36\nGrace,85\n')],
    ['people.schema.json', await file('doc.json', JSON.stringify(definition))],
    ['export.csv', join(folder, 'doc-export.csv')],
    ['you@example.org', owner.user.email],
    ['bea@example.org', bea.user.email],
    ['<slug>', owner.organization.slug],
  ]);
  for (const text of lines) {
    const [, ...words] = wordsOf(text);
    const [noun = '', verb] = words;
    const printed = await reply(
      z.unknown(),
      // `<id>` is that of the option before it.
      words.map((word, at) => values.get(word === '<id>' ? `<${words[at - 1]?.slice(2)} id>` : word) ?? word),
    );
    const made = z.object({ id: z.string() }).safeParse(Array.isArray(printed) ? printed[0] : printed).data;
    if (made && (verb === 'create' || verb === 'list')) values.set(`<${noun} id>`, made.id);
  }
}, 120_000);

test('the table names every noun and verb', () => {
  const rows = [...section.matchAll(/^\| (?:`([\w-]+)` )?\| (.*) \|$/gm)];
  const named = rows.flatMap(([, noun, verbs = '']) =>
    [...verbs.matchAll(/a file|`(\w+)`/g)].map(([, verb]) => [noun, verb].filter(Boolean).join(' ')),
  );
  expect(named.sort()).toEqual(Object.keys(commands).sort());
});
