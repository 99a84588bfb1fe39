/** Compiles a schema's `pattern`, an ECMAScript regular expression with the flag `u`, to an automaton without backtracking. */

/** A zero-width assertion: `^`, `$`, `\b` and `\B`. */
export type Assertion = 'start' | 'end' | 'boundary' | 'no boundary';

/** One instruction of a nondeterministic automaton; `next` and `other` are numbers of instructions. */
export type Instruction =
  /** Reads one character of the class with that number. */
  | { do: 'read'; class: number; next: number }
  | { do: 'split'; next: number; other: number }
  | { do: 'test'; assertion: Assertion; next: number }
  | { do: 'accept' };

export type PatternProgram = {
  instructions: Instruction[];
  start: number;
  /** The source of each class of characters: `a`, `\d`, `[^x-z]`. Each is a pattern for exactly one character. */
  classes: string[];
};

/** Limits the cost of each character of a value, as the limit of RE2 does. */
const maxInstructions = 1000;
const maxDepth = 100;

/** A pattern that is not supported. The message is a predicate whose subject is the pattern. */
export class PatternRefused extends Error {}

type Node =
  | { type: 'class'; source: string }
  | { type: 'test'; assertion: Assertion }
  | { type: 'sequence'; parts: Node[] }
  | { type: 'choice'; options: Node[] }
  | { type: 'repeat'; of: Node; min: number; max: number };

/**
 * Compiles a pattern.
 * @throws {PatternRefused} if it is not a regular expression, or cannot be matched in linear time.
 */
export function compilePattern(source: string): PatternProgram {
  try {
    new RegExp(source, 'u');
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*\/u?: /s, '') : '';
    throw new PatternRefused(`is not a regular expression: ${reason}`);
  }
  return assemble(new PatternParser(source).parse());
}

/** Parses a source that `RegExp` accepts. */
class PatternParser {
  private at = 0;
  private depth = 0;
  private readonly source: string;

  constructor(source: string) {
    this.source = source;
  }

  parse(): Node {
    return this.choice();
  }

  private choice(): Node {
    if (++this.depth > maxDepth) throw new PatternRefused(`has groups nested more than ${maxDepth} deep`);
    const options = [this.sequence()];
    while (this.source[this.at] === '|') {
      this.at++;
      options.push(this.sequence());
    }
    this.depth--;
    return options.length === 1 ? options[0]! : { type: 'choice', options };
  }

  private sequence(): Node {
    const parts: Node[] = [];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')')
      parts.push(this.repeated());
    return { type: 'sequence', parts };
  }

  private repeated(): Node {
    const of = this.atom();
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.source.slice(this.at, this.at + 60));
    if (!found) return of;
    this.at += found[0].length;
    const [, quantifier, minText = '', comma, maxText = ''] = found;
    if (quantifier)
      return {
        type: 'repeat',
        of,
        min: quantifier === '+' ? 1 : 0,
        max: quantifier === '?' ? 1 : Infinity,
      };
    const min = Number(minText);
    return { type: 'repeat', of, min, max: comma === '' ? min : maxText === '' ? Infinity : Number(maxText) };
  }

  private atom(): Node {
    const { source, at } = this;
    const character = source[at];
    if (character === '^') return this.assertion('start', 1);
    if (character === '$') return this.assertion('end', 1);
    if (character === '(') return this.group();
    if (character === '[') return this.characters(classLength(source, at));
    if (character !== '\\') return this.characters(source.codePointAt(at)! > 0xffff ? 2 : 1);
    const next = source[at + 1] ?? '';
    if (next === 'b') return this.assertion('boundary', 2);
    if (next === 'B') return this.assertion('no boundary', 2);
    if (/[1-9k]/.test(next))
      throw new PatternRefused(`uses the backreference \\${next}, which is not supported`);
    return this.characters(escapeLength(source.slice(at)));
  }

  private assertion(assertion: Assertion, length: number): Node {
    this.at += length;
    return { type: 'test', assertion };
  }

  private characters(length: number): Node {
    const source = this.source.slice(this.at, this.at + length);
    this.at += length;
    return { type: 'class', source };
  }

  private group(): Node {
    const opening = /^\((?:\?(?::|<(?![=!])[^>]*>|[^)]{0,2}))?/.exec(this.source.slice(this.at))![0];
    if (/^\(\?<?[=!]/.test(opening))
      throw new PatternRefused(
        `looks ${opening.includes('<') ? 'behind' : 'ahead'} with ${/^\(\?<?[=!]/.exec(opening)![0]}, which is not supported`,
      );
    if (opening.startsWith('(?') && opening !== '(?:' && !opening.startsWith('(?<'))
      throw new PatternRefused(`uses ${opening}, which is not supported`);
    this.at += opening.length;
    const inside = this.choice();
    this.at++;
    return inside;
  }
}

/** The length of a class in square brackets. */
function classLength(source: string, from: number): number {
  let at = from + 1;
  while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1 - from;
}

/** The length of an escape that stands for one character or a class of them. A surrogate pair is one. */
const escapeLength = (rest: string): number =>
  /^\\(?:u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u.{4}|x..|c.|[pP]\{[^}]*\}|.)/su.exec(
    rest,
  )![0].length;

function assemble(whole: Node): PatternProgram {
  const instructions: Instruction[] = [];
  const classes: string[] = [];
  const numbers = new Map<string, number>();
  const add = (instruction: Instruction): number => {
    if (instructions.length === maxInstructions)
      throw new PatternRefused(
        `is too large: with its repetitions written out it has more than ${maxInstructions} parts`,
      );
    return instructions.push(instruction) - 1;
  };
  const classOf = (source: string): number => {
    const number = numbers.get(source) ?? classes.push(source) - 1;
    numbers.set(source, number);
    return number;
  };
  /** Adds the instructions of a node that continue at `next`. Returns the number of the first one. */
  const compileNode = (node: Node, next: number): number => {
    switch (node.type) {
      case 'class':
        return add({ do: 'read', class: classOf(node.source), next });
      case 'test':
        return add({ do: 'test', assertion: node.assertion, next });
      case 'sequence':
        return node.parts.reduceRight((behind, part) => compileNode(part, behind), next);
      case 'choice':
        return node.options
          .map((option) => compileNode(option, next))
          .reduceRight((other, option) => add({ do: 'split', next: option, other }));
      case 'repeat':
        return repeat(node.of, node.min, node.max, next);
    }
  };
  const repeat = (of: Node, min: number, max: number, next: number): number => {
    let begin = next;
    if (max === Infinity) {
      begin = add({ do: 'split', next, other: next });
      instructions[begin] = { do: 'split', next: compileNode(of, begin), other: next };
    } else
      for (let count = min; count < max; count++)
        begin = add({ do: 'split', next: compileNode(of, begin), other: next });
    for (let count = 0; count < min; count++) begin = compileNode(of, begin);
    return begin;
  };
  const accept = add({ do: 'accept' });
  return { start: compileNode(whole, accept), instructions, classes };
}
