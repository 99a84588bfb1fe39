/** Says what is to be known of a schema's signed list before anything else: it can't be used, or it has just begun. */
import { useState } from 'react';
import { momentWords } from '#src/shared/format/moments.ts';
import { useAccess, useDismissAccessNotice } from './queries.ts';
import { Banner } from '#src/ui/Banner.tsx';
import { Button } from '#src/ui/Button.tsx';
import { TrustAccessDialog } from './TrustAccessDialog.tsx';
import { peopleText } from './messages.ts';

export function AccessNotices({ schema, behindProxy }: { schema: string; behindProxy: boolean }) {
  const { data: access } = useAccess(schema, behindProxy);
  const { mutate: dismiss } = useDismissAccessNotice(schema);
  const [asking, ask] = useState(false);
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
            <Button size="s" onClick={() => ask(true)}>
              Compare words
            </Button>
          }
        >
          This machine doesn’t know that identity as an owner’s. What is shared already goes on working; keys
          can be given and taken again once you have compared the words with {begun.name}.
        </Banner>
        {asking && (
          <TrustAccessDialog schema={schema} name={begun.name} words={words} onClose={() => ask(false)} />
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
        On {momentWords(begun.time)} this machine signed the list that the service showed:{' '}
        {peopleText(access)}. If one of them should have no keys, take them off the teams under Permissions.
      </Banner>
    );
  return null;
}
