/** Counts the problems of a file's rows and stores the first hundred. */
import type { RowProblem } from '@cloakroom/contract/jobs.ts';

const maxStoredProblems = 100;

export class Problems {
  /** All problems so far. */
  count = 0;
  /** Rows with at least one problem. */
  rows = 0;
  readonly first: RowProblem[] = [];

  /** Adds the problems of one row. */
  add(problems: readonly RowProblem[]): void {
    this.rows++;
    this.count += problems.length;
    for (const problem of problems) {
      if (this.first.length >= maxStoredProblems) return;
      this.first.push(problem);
    }
  }

  /** One sentence for a person, naming the first invalid row; '' without problems. */
  get sentence(): string {
    const [first] = this.first;
    if (!first) return '';
    const rows = this.rows === 1 ? 'One row doesn’t' : `${this.rows.toLocaleString('en')} rows don’t`;
    return `${rows} match the schema, so nothing was stored. Row ${first.row}: ${first.message}`;
  }
}
