/** The commands of a dataset: to edit and to delete it. */
import { lazy, Suspense, useState } from 'react';
import type { Dataset } from '@cloakroom/contract/datasets.ts';
import { adminReason } from '#src/shared/people.ts';
import { Button } from '#src/ui/Button.tsx';
import { Menu, MenuItem } from '#src/ui/Menu.tsx';

const EditDatasetDialog = lazy(async () => ({
  default: (await import('./EditDatasetDialog.tsx')).EditDatasetDialog,
}));
const DeleteDatasetDialog = lazy(async () => ({
  default: (await import('./DeleteDatasetDialog.tsx')).DeleteDatasetDialog,
}));

type OpenDialog = 'edit' | 'delete' | null;

type DatasetDialogProps = {
  dataset: Dataset;
  open: OpenDialog;
  onDeleted: () => void;
  onClose: () => void;
};

function DatasetDialog({ dataset, open, onDeleted, onClose }: DatasetDialogProps) {
  return (
    <Suspense>
      {open === 'edit' && <EditDatasetDialog dataset={dataset} onClose={onClose} />}
      {open === 'delete' && <DeleteDatasetDialog {...{ dataset, onDeleted, onClose }} />}
    </Suspense>
  );
}

type DatasetButtonsProps = { dataset: Dataset; isAdmin: boolean; onDeleted: () => void };

/** For the page of the dataset. Members who are not admins see why they can't press them. */
export function DatasetButtons({ dataset, isAdmin, onDeleted }: DatasetButtonsProps) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const reason = (what: string) => adminReason(isAdmin, `${what} datasets`);
  return (
    <>
      <Button icon="edit" unavailable={reason('edit')} onClick={() => setOpen('edit')}>
        Edit Dataset
      </Button>
      <Button icon="trash" unavailable={reason('delete')} onClick={() => setOpen('delete')}>
        Delete Dataset
      </Button>
      <DatasetDialog dataset={dataset} open={open} onDeleted={onDeleted} onClose={() => setOpen(null)} />
    </>
  );
}

/** For the card of the dataset in the list, for admins. */
export function DatasetMenu({ dataset }: { dataset: Dataset }) {
  const [open, setOpen] = useState<OpenDialog>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu bare label={`Commands for ${dataset.name}`} icon="more" size="s" align="end">
        <MenuItem icon="edit" onSelect={() => setOpen('edit')}>
          Edit Dataset
        </MenuItem>
        <MenuItem danger icon="trash" onSelect={() => setOpen('delete')}>
          Delete Dataset
        </MenuItem>
      </Menu>
      <DatasetDialog dataset={dataset} open={open} onDeleted={() => undefined} onClose={close} />
    </>
  );
}
