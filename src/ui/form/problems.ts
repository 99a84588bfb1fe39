/** What is wrong with a form, from the schema on this side or from the answer of the other. */
import type { z } from 'zod';

export type Problems = {
  /** Said above the form. */
  detail?: string;
  /** The first sentence about each field, by name. */
  errors: Record<string, string>;
};

/** One field in question: where it is, what it is called, what is wrong. */
export type Line = { id: string; label: string; error: string };

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The control of that name, or the first of its group. */
export function controlOf(form: HTMLFormElement, name: string): Control | null {
  const found = form.elements.namedItem(name);
  const control = found instanceof RadioNodeList ? found[0] : found;
  return control instanceof HTMLElement && 'labels' in control ? (control as Control) : null;
}

function labelOf(control: Control): string {
  return control.labels?.[0]?.textContent ?? control.name;
}

/** An empty required field is named in plain words, whatever the schema would say of it. */
function missing(form: HTMLFormElement, name: string): string | undefined {
  const control = controlOf(form, name);
  if (!control?.required) return undefined;
  if (control.type === 'checkbox') {
    return (control as HTMLInputElement).checked ? undefined : 'Please tick this box to go on.';
  }
  return control.value === '' ? `${labelOf(control)} is required.` : undefined;
}

/** The fields in question as the summary lists them, in the order of the form. */
export function linesOf(form: HTMLFormElement, errors: Problems['errors']): Line[] {
  return Object.entries(errors)
    .flatMap(([name, error]) => {
      const control = controlOf(form, name);
      return control ? [{ control, error }] : [];
    })
    .sort((a, b) =>
      a.control.compareDocumentPosition(b.control) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1,
    )
    .map(({ control, error }) => ({ id: control.id, label: labelOf(control), error }));
}

/** The schema's issues, the first of each field; those of no field of this form are said above it. */
export function problemsOfIssues(form: HTMLFormElement, issues: readonly z.core.$ZodIssue[]): Problems {
  const pairs = issues.map((issue) => [String(issue.path[0] ?? ''), [issue.message]] as const);
  const problems = sorted(form, pairs);
  for (const name of Object.keys(problems.errors)) {
    problems.errors[name] = missing(form, name) ?? problems.errors[name] ?? '';
  }
  return problems;
}

/** What was thrown, read as the body of an error answer: `errors` by field and `detail`, else its message. */
export function problemsOfThrown(form: HTMLFormElement, thrown: unknown): Problems {
  const answer = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Record<string, unknown>;
  const fields = Object.entries((answer.errors ?? {}) as Record<string, string[]>);
  const problems = sorted(form, fields);
  const words = [answer.detail, answer.message].find((text) => typeof text === 'string' && text !== '') as
    string | undefined;
  // Once is enough: what is said at a field isn't said above the form too.
  const said = words !== undefined && Object.values(problems.errors).includes(words) ? undefined : words;
  const fallback =
    Object.keys(problems.errors).length > 0 ? undefined : 'Something went wrong. Please try again.';
  const detail = [said ?? fallback, problems.detail].filter(Boolean).join(' ');
  return { ...(detail && { detail }), errors: problems.errors };
}

/** Sorts sentences to the fields this form shows; the rest become the detail, with the field's name before them. */
function sorted(form: HTMLFormElement, fields: (readonly [string, readonly string[]])[]): Problems {
  const errors: Record<string, string> = {};
  const rest: string[] = [];
  for (const [name, [first]] of fields) {
    if (first === undefined) continue;
    if (name !== '' && controlOf(form, name)) errors[name] ??= first;
    else rest.push(name === '' ? first : `${name}: ${first}`);
  }
  return { ...(rest.length > 0 && { detail: rest.join(' ') }), errors };
}
