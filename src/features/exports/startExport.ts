/** Starts an export: the user chooses the file, and the tray shows the rest. */
import { schemaPath } from '#src/shared/paths.ts';
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import type { Actors } from '#src/machines/root/effects.ts';
import type { WritableFile } from '#src/machines/export/types.ts';
import type { ExportOrder } from '#src/shared/exportOrder.ts';

const fileName = (name: string, { format, open }: ExportOrder) =>
  `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}${open ? '' : '.encrypted'}.${format}`;

type Picker = (options: { suggestedName: string }) => Promise<WritableFile>;

/** Undefined where the browser has no file picker. Showing it requires a user gesture. */
const picker = () => (globalThis as { showSaveFilePicker?: Picker }).showSaveFilePicker;

/** Null if the browser has no file picker; undefined if the user chose no file. */
async function pickFile(suggestedName: string): Promise<WritableFile | null | undefined> {
  try {
    return (await picker()?.({ suggestedName })) ?? null;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return undefined;
    throw thrown;
  }
}

/** The schema of an export, and the number of records that the page shows. */
type ExportSubject = { schema: Schema; total: number };

/**
 * Starts an export. Without a file picker the browser downloads the finished file.
 * @returns whether the export has started: it has not if the user chose no file.
 */
export async function startExport(
  { exports }: Pick<Actors, 'exports'>,
  { schema, total }: ExportSubject,
  order: ExportOrder,
): Promise<boolean> {
  const suggested = fileName(schema.name, order);
  const handle = await pickFile(suggested);
  if (handle === undefined) return false;
  const { id, name: title, dataset } = schema;
  const path = `${schemaPath(idIn(dataset), id)}/records`;
  const name = handle?.name ?? suggested;
  exports.send({ type: 'export.requested', target: { order, title, path, name, handle, total } });
  return true;
}
