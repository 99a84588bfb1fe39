/** Denies a request, with an optional reason. */
import type { z } from 'zod';
import { denyRequest, type Request } from '@cloakroom/contract/requests.ts';
import { requestRow } from '#src/features/sharing/tableRows.ts';
import { useActors } from '#src/features/root/index.ts';
import { useDeny } from '#src/features/sharing/queries.ts';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';

type DenyDialogProps = { request: Request; onClose: () => void };

export function DenyDialog({ request, onClose }: DenyDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useDeny();
  const { requestor, schema } = requestRow(request);
  const deny = async ({ reason }: z.output<typeof denyRequest.body>) => {
    await mutateAsync({ id: request.id, reason });
    raiseAlert({ type: 'success', source: 'Requests', content: 'Request denied', duration: 5 });
    onClose();
  };
  return (
    <Dialog title="Deny request?" size="s" onClose={onClose}>
      <Form
        label="Denial"
        schema={denyRequest.body}
        submit="Deny"
        kind="danger"
        onSubmit={deny}
        actions={<Button onClick={onClose}>Cancel</Button>}
      >
        <p>
          {requestor} gets no key of {schema} by this request. They can ask again.
        </p>
        <TextField label="Reason" name="reason" hint="They will see it." optional />
      </Form>
    </Dialog>
  );
}
