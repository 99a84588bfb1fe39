/** Every row of the matrix. */
import type { Row } from '../row.ts';
import { accountRows } from './accounts.ts';
import { datasetRows } from './datasets.ts';
import { organizationRows } from './organizations.ts';
import { recordRows } from './records.ts';
import { sharingRows } from './sharing.ts';
import { teamRows } from './teams.ts';

export const rows: Row[] = [
  ...accountRows,
  ...organizationRows,
  ...datasetRows,
  ...teamRows,
  ...recordRows,
  ...sharingRows,
];

/** The title of a row. */
export const titleOf = ({ call, as }: Row): string => (as === undefined ? call : `${call} (${as})`);
