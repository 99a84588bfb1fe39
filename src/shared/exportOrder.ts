/** Which records are exported, and in which form. */
import type { Filter } from '@cloakroom/contract/records.ts';
import type { ExportFormat, ExportShape } from '@cloakroom/ingest/exportText.ts';

export type ExportQuery = {
  schema: string;
  filters: Filter[];
  order_by?: string;
  /** Whether there is a proxy. Without one, all records are listed, since there is no search. */
  behindProxy: boolean;
  /** Whether the proxy decrypts them. */
  open: boolean;
  /** The format of the file, for the audit log. */
  format: ExportFormat;
};

export type ExportOrder = ExportQuery & ExportShape;
