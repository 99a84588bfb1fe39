/** Context, events and actors of a proposal: a dropped file becomes a dataset, a schema and an upload. `effects.ts` provides the actors. */
import { fromCallback, fromPromise } from 'xstate';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Failure } from '#src/shared/failure.ts';
import type { FileChoices, FileFormat, ProposedFile } from '#src/shared/proposedFile.ts';
import { unprovided } from '../unprovided.ts';
import { fieldsOfProposal, haveSameColumns, withEdits, withReading, type DraftField } from './fields.ts';

/** Where the new schema is created. */
export type SchemaLocation = {
  organization: string;
  /** The dataset of the schema; null for a new one. */
  dataset: { id: string; name: string } | null;
};

/** The key of the draft in the local cache. */
export const draftKey = 'proposal';

/** The stored part of an edited proposal. It has no values of the file. */
export type ProposalDraft = {
  place: SchemaLocation;
  name: string;
  description: string;
  fields: DraftField[];
  /** The idempotency keys of the calls that create dataset and schema. */
  keys: { dataset: string; schema: string };
  /** The dataset, if it was created. */
  createdDataset: string | null;
};

export type ProposalStep = 'read' | 'dataset' | 'schema' | 'upload';

export type ProposalContext = Omit<ProposalDraft, 'place'> & {
  place: SchemaLocation | null;
  /** The dropped file; null after a reload. */
  source: File | null;
  /** What is uploaded: the dropped file, or its content if it is compressed. */
  file: File | null;
  /** How the file was read, and what was found; null until it is read. */
  read: (FileFormat & Pick<ProposedFile, 'rows' | 'oddRows'>) | null;
  /** The settings for reading the file that the user has chosen. */
  choices: FileChoices;
  /** The fields as they were proposed from the file, before any edit. */
  proposed: readonly DraftField[];
  /** The percentage of the file that has been read. */
  progress: number;
  createdSchema: Schema | null;
  /** The step that failed last, and why. */
  failure: { step: ProposalStep; failure: Failure } | null;
  /** The address of the records, once their upload has begun. */
  path: string | null;
};

export type FieldChange = Partial<Pick<DraftField, 'name' | 'included' | 'required' | 'property'>>;

export type ProposalEvent =
  | { type: 'file.dropped'; file: File; place: SchemaLocation }
  | { type: 'read.advanced'; percent: number }
  | {
      type: 'read.completed';
      proposed: ProposedFile;
      choices: FileChoices;
      draft: ProposalDraft | null;
    }
  | { type: 'read.failed'; failure: Failure }
  /** The file is read again with other settings. */
  | { type: 'reading.chosen'; choices: FileChoices }
  | { type: 'reading.cancelled' }
  /** The page is open without a file, for example after a reload. */
  | { type: 'draft.wanted'; organization: string }
  | { type: 'name.changed'; name: string }
  | { type: 'description.changed'; description: string }
  | { type: 'field.changed'; id: string; change: FieldChange }
  | { type: 'field.moved'; id: string; by: -1 | 1 }
  /** The JSON Schema was edited. */
  | { type: 'fields.replaced'; fields: DraftField[] }
  | { type: 'create.pressed' }
  | { type: 'proposal.closed' }
  /** Another organization was selected. Its draft stays stored. */
  | { type: 'organization.left' }
  | { type: 'user.signedOut' };

export const noProposal: Omit<ProposalContext, 'keys'> = {
  place: null,
  source: null,
  file: null,
  read: null,
  choices: {},
  proposed: [],
  progress: 0,
  name: '',
  description: '',
  fields: [],
  createdDataset: null,
  createdSchema: null,
  failure: null,
  path: null,
};

const maxNameLength = 127;

/** A name for a schema: that of its file without extensions. */
export const nameOfFile = ({ name }: File): string =>
  name
    .replace(/(\.[a-z0-9]{1,8}){1,2}$/i, '')
    .replaceAll(/[\p{Cc}\s_]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength) || 'Records';

/** The context after a file was read. If an earlier edit is of a file with the same columns, it is applied. */
export function takeProposal(
  { source, place }: ProposalContext,
  proposed: ProposedFile,
  draft: ProposalDraft | null,
): Partial<ProposalContext> {
  const { rows, oddRows, reading, unpacked } = proposed;
  const fields = fieldsOfProposal(proposed);
  const read = {
    file: unpacked ?? source,
    read: { ...reading, rows, oddRows },
    proposed: fields,
    failure: null,
  };
  const isSamePlace =
    draft?.place.organization === place?.organization && draft?.place.dataset?.id === place?.dataset?.id;
  if (!draft || !isSamePlace || !haveSameColumns(fields, draft.fields))
    return { ...read, fields, ...(source ? { name: nameOfFile(source) } : {}) };
  const { name, description, keys, createdDataset } = draft;
  return { ...read, name, description, keys, createdDataset, fields: withEdits(fields, draft.fields) };
}

/** The context after the file was read with other settings. Edits of fields are kept where they fit. */
export function takeReading(
  { fields, proposed: former }: ProposalContext,
  { reading, rows, oddRows, ...proposal }: ProposedFile,
  choices: FileChoices,
): Partial<ProposalContext> {
  const proposed = fieldsOfProposal({ ...proposal, rows, oddRows });
  return {
    read: { ...reading, rows, oddRows },
    choices,
    proposed,
    fields: withReading(proposed, fields, former),
    failure: null,
  };
}

/** The part of a proposal that is stored. */
export const draftOf = (
  { name, description, fields, keys, createdDataset }: ProposalContext,
  place: SchemaLocation,
): ProposalDraft => ({ place, name, description, fields, keys, createdDataset });

/** Reads the file in a worker; sends `read.advanced`, and `read.completed` or `read.failed`. */
export const readFile = fromCallback<ProposalEvent, { file: File; choices: FileChoices }>(unprovided);
/** The stored draft; null if there is none. */
export const loadDraft = fromPromise<ProposalDraft | null>(unprovided);
/** Creates the dataset. Returns its id. */
export const createDataset = fromPromise<string, ProposalContext>(unprovided);
export const createSchema = fromPromise<Schema, ProposalContext>(unprovided);
/** Begins the upload. Returns the address of the records. */
export const beginUpload = fromPromise<string, ProposalContext>(unprovided);
/** Sends `user.signedOut` at the end of the session. */
export const watchSession = fromCallback<ProposalEvent>(unprovided);
