/** No module of the console keeps state: state belongs to the root actor. */
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const isLet = (statement: ts.Statement): boolean =>
  ts.isVariableStatement(statement) &&
  !(statement.declarationList.flags & (ts.NodeFlags.Const | ts.NodeFlags.Using));

/** Whether evaluating the module calls `createActor(` outside of a function body. */
function startsActor(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'createActor')
    return true;
  return ts.forEachChild(node, startsActor) ?? false;
}

/** The statements of a module that keep state, each by its first line. */
function stateIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter((statement) => isLet(statement) || startsActor(statement))
    .map((statement) => `${name}: ${statement.getText().split('\n')[0]}`);
}

test('finds module-level variables and actors, and ignores those inside a function', () => {
  const stateful = ['let a = 1;', 'export var b = 1;', 'const c = createActor(machine).start();'];
  const allowed = [
    'const d = 1;',
    'const e = () => createActor(machine);',
    'function f() {\n  let g = 1;\n}',
  ];
  expect(stateIn('x.ts', [...stateful, ...allowed].join('\n'))).toEqual(
    stateful.map((line) => `x.ts: ${line}`),
  );
});

test('no module of the console has a let or an actor', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => stateIn(file, readFileSync(`src/${file}`, 'utf8')))).toEqual([]);
});
