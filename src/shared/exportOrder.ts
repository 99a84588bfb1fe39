/** What is exported, and as what. */
import type { Filter } from '@cloakroom/contract/records.ts';
import type { ExportFormat, ExportShape } from '@cloakroom/ingest/exportText.ts';

export type ExportQuery = {
  schema: string;
  filters: Filter[];
  order_by?: string;
  /** Without a proxy all records are listed: there is no search. */
  behindProxy: boolean;
  /** Whether the proxy decrypts them. */
  open: boolean;
  /** The format of the file, for the audit log. */
  format: ExportFormat;
};

export type ExportOrder = ExportQuery & ExportShape;
