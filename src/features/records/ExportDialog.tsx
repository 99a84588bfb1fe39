/** Chooses the format of an export. It runs in the background; the tray shows its progress. */
import { useState } from 'react';
import type { Field } from '@cloakroom/contract/fields.ts';
import type { Schema } from '@cloakroom/contract/schemas.ts';
import { formatQuantity } from '#src/shared/format/counts.ts';
import type { RecordsRequest } from './queries.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { startExport } from '#src/features/exports/index.ts';
import { useActors } from '#src/features/root/index.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Checkbox } from '#src/ui/form/Checkbox.tsx';
import { Choice } from '#src/ui/form/Choice.tsx';
import { TypedName } from '#src/ui/form/TypedName.tsx';
import { Muted, Stack } from '#src/ui/layout.ts';
import { Failure } from '#src/shared/failure.ts';

const formats = [
  { value: 'csv', label: 'CSV', icon: 'table' },
  { value: 'json', label: 'JSON', icon: 'code' },
] as const;
const sealed = { value: 'sealed', label: 'Encrypted', icon: 'lock' } as const;
const opened = { value: 'open', label: 'Decrypted', icon: 'unlock' } as const;

type ExportDialogProps = {
  schema: Schema;
  fields: readonly Field[];
  /** The search whose records are exported; all of its pages. */
  search: RecordsRequest;
  total: number;
  behindProxy: boolean;
  /** Whether the viewer may decrypt. */
  permitted: boolean;
  onClose: () => void;
};

export function ExportDialog(props: ExportDialogProps) {
  const { schema, fields, search, total, behindProxy, permitted, onClose } = props;
  const [format, setFormat] = useState<'csv' | 'json'>('csv');
  const [values, setValues] = useState<'sealed' | 'open'>('sealed');
  const [escaped, setEscaped] = useState(true);
  const [typedName, setTypedName] = useState('');
  const obstacle = useOfflineReason('An export fetches every record again.');
  const actors = useActors();
  const [choosing, setChoosing] = useState(false);
  const [failed, setFailed] = useState<string>();
  const open = values === 'open';
  const unconfirmed = open && typedName !== schema.name;
  const scopeText = search.filters.length > 0 ? 'that match the filters' : `of ${schema.name}`;
  const start = async () => {
    const { schema: id, filters, order_by } = search;
    const order = order_by === undefined ? {} : { order_by };
    const names = fields.map(({ name }) => name);
    setChoosing(true);
    try {
      const exported = { schema: id, filters, ...order, behindProxy, format, names, open, escaped };
      if (await startExport(actors, { schema, total }, exported)) onClose();
    } catch (thrown) {
      setFailed(Failure.from(thrown).message);
    } finally {
      setChoosing(false);
    }
  };
  const footer = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button
        kind="primary"
        icon="download"
        pending={choosing}
        unavailable={obstacle ?? (unconfirmed ? 'Type the schema’s name first.' : undefined)}
        onClick={() => void start()}
      >
        Export
      </Button>
    </>
  );
  return (
    <Dialog title="Export records" size="s" onClose={onClose} footer={footer}>
      <Stack>
        {failed && <Banner tone="error">{failed}</Banner>}
        <p>
          {formatQuantity(total, 'record')} {scopeText}, from every page.
        </p>
        <p>
          <Muted>
            The export goes on while you use other pages. The audit log shows admins that you exported the
            records.
          </Muted>
        </p>
        <Choice legend="Format" options={formats} value={format} onChange={setFormat} />
        {permitted && (
          <Choice legend="Values" options={[sealed, opened]} value={values} onChange={setValues} />
        )}
        {values === 'sealed' && (
          <Muted>
            The file refers to the sealed values. They stay at the service, and can be decrypted as long as it
            stores these records.
          </Muted>
        )}
        {format === 'csv' && (
          <Checkbox
            label="Keep spreadsheets from running values as formulas"
            name="escaped"
            hint="An apostrophe is put before a value that begins like a formula."
            checked={escaped}
            onChange={({ target }) => setEscaped(target.checked)}
          />
        )}
        {open && (
          <>
            <Banner tone="warning">
              The file is readable by anyone who gets hold of it: its records are no longer encrypted.
            </Banner>
            <TypedName name={schema.name} value={typedName} onChange={setTypedName} />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
