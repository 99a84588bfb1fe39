import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const actorStart = /\b(?:createActor|useActorRef|useActor|useMachine|interpret)\(/g;

/** The text of a call, from its name to its closing bracket. */
function callAt(text: string, from: number): string {
  let depth = 0;
  for (let index = text.indexOf('(', from); index < text.length; index += 1) {
    if (text[index] === '(') depth += 1;
    if (text[index] === ')') depth -= 1;
    if (depth === 0) return text.slice(from, index + 1);
  }
  return text.slice(from);
}

test('every machine that the console starts is reported to /debug', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const calls = files.flatMap((file) => {
    const text = readFileSync(`src/${file}`, 'utf8');
    return [...text.matchAll(actorStart)].map(({ index }) => ({ file, call: callAt(text, index) }));
  });
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ call }) => !/\binspect\b/.test(call))).toEqual([]);
});
