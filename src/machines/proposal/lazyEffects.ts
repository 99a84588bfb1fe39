/** The steps of a proposal that need the worker, the calls and the stored draft. Loaded with the first file. */
import { z } from 'zod';
import { createDataset } from '@cloakroom/contract/datasets.ts';
import type { JsonSchema } from '@cloakroom/contract/fields.ts';
import { createSchema, type Schema } from '@cloakroom/contract/schemas.ts';
import { Failure } from '#src/shared/failure.ts';
import { call } from '#src/shared/http/call.ts';
import { retryTransient } from '#src/shared/http/retry.ts';
import type { FileChoices, ProposedFile } from '#src/shared/proposedFile.ts';
import { localCache } from '#src/shared/storage/localCache.ts';
import { getFileChoices, setFileChoices } from '#src/workers/parse/choices.ts';
import { saveMatches } from '#src/workers/parse/columnMatches.ts';
import { proposeInWorker, renameInWorker } from '#src/workers/propose/propose.ts';
import type { UploadsActor } from '../uploads/effects.ts';
import { requestUpload, uploadTargetOf } from '../uploads/requestUpload.ts';
import { definitionOf } from './fields.ts';
import { draftKey, type ProposalContext, type ProposalDraft } from './types.ts';

const StoredDraft = z.object({
  place: z.object({
    organization: z.string(),
    dataset: z.object({ id: z.string(), name: z.string() }).nullable(),
  }),
  name: z.string(),
  description: z.string(),
  fields: z.array(
    z.object({
      id: z.string(),
      column: z.number().nullable(),
      heading: z.string(),
      name: z.string(),
      included: z.boolean(),
      required: z.boolean(),
      property: z.record(z.string(), z.unknown()),
      samples: z.array(z.string()),
      note: z
        .enum(['leading-zeros', 'too-exact', 'commas', 'true-or-false', 'nested', 'no-values'])
        .nullable(),
      becomesText: z.boolean(),
    }),
  ),
  keys: z.object({ dataset: z.string(), schema: z.string() }),
  createdDataset: z.string().nullable(),
});

/** The stored draft; null if there is none, or if another build stored it. */
export async function storedDraft(): Promise<ProposalDraft | null> {
  const stored = StoredDraft.safeParse(await localCache.get(draftKey));
  return stored.success ? stored.data : null;
}

const datasetOf = ({ place, createdDataset }: ProposalContext): string =>
  place?.dataset?.id ?? createdDataset ?? '';

/** Whether the names in a JSON file differ from the schema, or values become strings. */
function needsRenaming({ read, fields, proposed }: ProposalContext): boolean {
  if (read?.format === 'csv') return false;
  const isText = new Map(proposed.map(({ id, property }) => [id, property.type === 'string']));
  return fields.some(({ id, column, included, name, heading, becomesText, property }) => {
    if (column === null) return false;
    const becameText = property.type === 'string' && isText.get(id) === false;
    return !included || name !== heading || becomesText || becameText;
  });
}

/** The file that fits the schema. JSON is rewritten here if its names differ. The header of CSV is rewritten when the file is sent. */
async function fileToUpload(context: ProposalContext, signal: AbortSignal): Promise<File> {
  const { file, read, fields } = context;
  if (!file || !read) throw new Failure('invalid', 'The file is no longer available. Select it again.');
  if (needsRenaming(context)) {
    const stored = fields.filter(({ column, included }) => column !== null && included);
    const members = stored.map(
      ({ heading, name, property }) => [heading, { name, isText: property.type === 'string' }] as const,
    );
    const renamed = await renameInWorker(file, read, new Map(members), signal);
    setFileChoices(renamed, { links: 'ignore' });
    return renamed;
  }
  const columns = fields.filter(({ column }) => column !== null).sort((a, b) => a.column! - b.column!);
  setFileChoices(file, {
    links: 'ignore',
    encoding: read.encoding,
    ...(read.format === 'csv' && {
      delimiter: read.delimiter,
      columns: columns.map(({ included, name }) => (included ? name : null)),
      matches: columns.map(({ heading, included, name }) => [heading, included ? name : null] as const),
    }),
  });
  return file;
}

/** Starts the upload of the schema, which the tray and the records page show. Returns the address of the records. */
function startUpload(uploads: UploadsActor, schema: Schema, file: File): string {
  const upload = requestUpload(uploads, schema);
  upload.send({ type: 'file.chosen', file });
  upload.send({ type: 'upload.pressed' });
  return uploadTargetOf(schema).path;
}

/**
 * Proposes fields for a file, and reads the stored draft.
 * @param onRead - called with the number of bytes read, and of all bytes.
 * @throws {Failure} if the file can't be read.
 */
export async function readFile(
  file: File,
  choices: FileChoices,
  watch: { onRead: (bytes: number, size: number) => void; signal: AbortSignal },
): Promise<{ proposed: ProposedFile; draft: ProposalDraft | null }> {
  const [result, draft] = await Promise.all([proposeInWorker(file, { choices, ...watch }), storedDraft()]);
  if (!result.ok) throw new Failure('invalid', result.reason);
  return { proposed: result.proposed, draft };
}

/** @returns the id of the dataset. */
export async function createOwnDataset({ place, name, description, keys }: ProposalContext): Promise<string> {
  const body = { organization: place?.organization ?? '', name, description };
  const dataset = await retryTransient(() => call(createDataset, { body, idempotencyKey: keys.dataset }));
  return dataset.id;
}

export function createOwnSchema(context: ProposalContext): Promise<Schema> {
  const { name, description, fields, keys } = context;
  const schema = definitionOf(fields) as JsonSchema;
  const body = { dataset: datasetOf(context), name, description, schema };
  return retryTransient(() => call(createSchema, { body, idempotencyKey: keys.schema }));
}

/** @returns the address of the records. */
export async function beginUpload(
  context: ProposalContext,
  uploads: UploadsActor,
  signal: AbortSignal,
): Promise<string> {
  const file = await fileToUpload(context, signal);
  const { matches = [] } = await getFileChoices(file);
  // The next file with these headings is read in the same way.
  if (matches.length > 0) await saveMatches(context.createdSchema!.id, matches);
  return startUpload(uploads, context.createdSchema!, file);
}
