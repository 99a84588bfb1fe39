/** The problems of a file's rows: all are counted, the first hundred are stored. */
import type { RowProblem } from '@cloakroom/contract/jobs.ts';

const maxStoredProblems = 100;

export class Problems {
  /** All problems so far. */
  count = 0;
  /** Rows that have at least one. */
  rows = 0;
  readonly first: RowProblem[] = [];

  /** Take the problems of one row. */
  add(problems: readonly RowProblem[]): void {
    this.rows++;
    this.count += problems.length;
    for (const problem of problems) {
      if (this.first.length >= maxStoredProblems) return;
      this.first.push(problem);
    }
  }

  /** One sentence for a person, naming the first bad row; '' when all is well. */
  get sentence(): string {
    const [first] = this.first;
    if (!first) return '';
    const rows = this.rows === 1 ? 'One row is' : `${this.rows.toLocaleString('en')} rows are`;
    return `${rows} not as the schema asks, so nothing was stored. Row ${first.row}: ${first.message}`;
  }
}
