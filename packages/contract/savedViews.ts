/** Saved views of a schema's records: filters, order and columns under a name, sealed and shared with all who may search. */
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { maxFields } from './fields.ts';
import { maxFilters, operators } from './records.ts';
import { Id, Url } from './reference.ts';
import { Generation } from './schemas.ts';
import { Text } from './text.ts';

/** Views of one schema. */
export const maxSavedViews = 100;
/** Bytes of a sealed view. */
export const maxSealedViewBytes = 65_536;

export const viewDensities = ['compact', 'standard', 'comfortable'] as const;

const FieldName = z.string().min(1);
const FieldNames = z.array(FieldName).max(maxFields);

/** The columns of a view. Fields that it does not name follow as they are. */
export const ViewColumns = z.strictObject({
  order: FieldNames.default([]),
  hidden: FieldNames.default([]),
  /** Columns that stay at the start while the others scroll. */
  pinned: FieldNames.default([]),
  /** In CSS pixels, by field name. */
  widths: z.record(FieldName, z.number().int().min(1).max(10_000)).default({}),
});

/** A filter as in a search, with its values as strings. */
const ViewFilter = z.strictObject({
  label: FieldName,
  value: z.string().max(65_536),
  operator: z.enum(operators).optional(),
  value2: z.string().max(65_536).optional(),
});

/** The content of a view. The service never sees it decrypted. */
export const SavedView = z.strictObject({
  name: Text.trim().min(1, 'A name is required.').max(127),
  filters: z.array(ViewFilter).max(maxFilters).default([]),
  /** A field; a leading minus reverses the order. Null for the upload order. */
  order: Text.nullable().default(null),
  columns: ViewColumns.default({ order: [], hidden: [], pinned: [], widths: {} }),
  density: z.enum(viewDensities).default('standard'),
});
export type SavedView = z.infer<typeof SavedView>;

const Version = z.number().int().min(1).max(0x7fffffff);

/** A view as the service stores it. */
export const SealedView = z.object({
  id: Id,
  /** 1 for a new view; each change adds 1. */
  version: Version,
  /** The generation of the query key that sealed it. */
  generation: Generation,
  /** Base64url without padding. */
  sealed: z.string(),
  /** The user who created it. */
  creator: Url,
});
export type SealedView = z.infer<typeof SealedView>;

/** A view as the proxy shows it. */
export const OpenedView = SealedView.omit({ sealed: true }).extend({
  /** Null if it could not be opened. */
  view: SavedView.nullable(),
  /** Why it could not be opened. */
  problem: z.string().optional(),
});
export type OpenedView = z.infer<typeof OpenedView>;

const ofService = { answeredBy: 'service', access: 'user' } as const;
const ofProxy = { answeredBy: 'proxy', access: 'user' } as const;
const otherVersion = 'The stored view is not of the version before `version`, or was deleted.';

export const listSealedViews = endpoint({
  ...ofService,
  method: 'GET',
  path: '/api/schemas/:id/sealed-views/',
  summary: `The saved views of a schema, sealed, the oldest first; for all who may search it. A schema has at most ${maxSavedViews}.`,
  reply: z.array(SealedView),
});

export const putSealedView = endpoint({
  ...ofService,
  method: 'PUT',
  path: '/api/schemas/:id/sealed-views/:viewId/',
  summary: 'Store a sealed view under an id of the caller’s, or its next version.',
  body: z.strictObject({
    version: Version,
    generation: Generation,
    sealed: z
      .string()
      .min(1)
      .max(Math.ceil((maxSealedViewBytes * 4) / 3))
      .regex(/^[\w-]+$/, 'is not base64url without padding'),
  }),
  refusals: { 409: otherVersion },
  reply: SealedView,
});

export const deleteView = endpoint({
  ...ofService,
  method: 'DELETE',
  path: '/api/schemas/:id/views/:viewId/',
  summary: 'Delete a saved view: for the person who created it, and for admins.',
  status: 204,
  reply: 'nothing',
});

export const listViews = endpoint({
  ...ofProxy,
  method: 'GET',
  path: '/api/schemas/:id/views/',
  summary: 'The saved views of a schema, opened with its query key, the oldest first.',
  reply: z.array(OpenedView),
});

export const putView = endpoint({
  ...ofProxy,
  method: 'PUT',
  path: '/api/schemas/:id/views/:viewId/',
  summary:
    'Save a view under an id of the caller’s, or its next version. The same view and version sent again are answered as the first time.',
  body: z.strictObject({
    /** 1 for a new view, else the present version plus 1. */
    version: Version,
    view: SavedView,
  }),
  refusals: { 409: otherVersion },
  reply: OpenedView,
});
