/** Notices about a schema's signed access list: it was refused, is not confirmed yet, or has just been created. */
import { useState } from 'react';
import { formatDateTime } from '#src/shared/format/moments.ts';
import { useAccess, useDismissAccessNotice } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { TrustAccessDialog } from './TrustAccessDialog.tsx';
import { peopleText } from './messages.ts';

export function AccessNotices({ schema, behindProxy }: { schema: string; behindProxy: boolean }) {
  const { data: access } = useAccess(schema, behindProxy);
  const { mutate: dismiss } = useDismissAccessNotice(schema);
  const [comparing, setComparing] = useState(false);
  if (!access) return null;
  const { state, detail, begun, words, notice } = access;
  if (state === 'refused')
    return (
      <Banner tone="error" title="The signed list of who may have the keys was refused">
        {detail}
      </Banner>
    );
  if (state === 'unconfirmed' && begun)
    return (
      <>
        <Banner
          tone="warning"
          title={`Who may have the keys is signed by ${begun.name}`}
          actions={
            <Button size="s" onClick={() => setComparing(true)}>
              Compare words
            </Button>
          }
        >
          This machine doesn’t know that identity as an owner’s. What is shared already goes on working; keys
          can be shared and received again once you have compared the words with {begun.name}.
        </Banner>
        {comparing && (
          <TrustAccessDialog
            schema={schema}
            name={begun.name}
            words={words}
            onClose={() => setComparing(false)}
          />
        )}
      </>
    );
  if (notice && begun)
    return (
      <Banner
        tone="info"
        title="Who may have the keys is now signed"
        actions={
          <Button size="s" onClick={() => dismiss()}>
            Dismiss
          </Button>
        }
      >
        On {formatDateTime(begun.time)} this machine signed the list that the service showed:{' '}
        {peopleText(access)}. If one of them should have no keys, take them off the teams under Permissions.
      </Banner>
    );
  return null;
}
