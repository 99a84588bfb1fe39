/** Explains why a request gets no key yet, and lets an owner confirm the access that it needs. */
import { idIn } from '@cloakroom/contract/reference.ts';
import type { Request } from '@cloakroom/contract/requests.ts';
import type { Unconfirmed } from '@cloakroom/contract/accessLog.ts';
import { requestRow } from '#src/features/sharing/tableRows.ts';
import { useAccess } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Dialog } from '#src/ui/Dialog.tsx';
import { Stack } from '#src/ui/layout.ts';
import { Spinner } from '#src/ui/Spinner.tsx';
import { UnconfirmedList } from './UnconfirmedList.tsx';

/** Whether confirming the item could entitle the person to the key. */
const concerns = (item: Unconfirmed, user: string, field: string): boolean =>
  item.type === 'member' ? item.user === user : item.added === null || item.added.includes(field);

export function UnconfirmedRequest({ request, onClose }: { request: Request; onClose: () => void }) {
  const { schema, user, field_name: field } = request;
  const { requestor, schema: name } = requestRow(request);
  const id = typeof schema === 'string' ? idIn(schema) : schema.id;
  const { data: access, isPending, error } = useAccess(id, true);
  const person = typeof user === 'string' ? idIn(user) : user.id;
  const items = access?.unconfirmed.filter((item) => concerns(item, person, field)) ?? [];
  return (
    <Dialog
      title="No owner has confirmed this"
      size="m"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Stack>
        <p>
          The service says that {requestor} may have the key of <code>{field}</code> of {name}. No owner of
          the schema has signed that, so the request gets no key.
        </p>
        {isPending && <Spinner />}
        {error && <Banner tone="error">{error.message}</Banner>}
        {access?.state === 'refused' && <Banner tone="error">{access.detail}</Banner>}
        {access?.state === 'unconfirmed' && <Banner tone="warning">{access.detail}</Banner>}
        {access?.state === 'accepted' && items.length === 0 && (
          <p>It is confirmed now. Close this and fulfill the request.</p>
        )}
        {items.length > 0 && (
          <UnconfirmedList
            schema={id}
            items={items}
            obstacle={
              access?.may_sign ? undefined : 'Only an owner who holds the keys on this machine can sign.'
            }
          />
        )}
      </Stack>
    </Dialog>
  );
}
