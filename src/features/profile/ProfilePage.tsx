/** /profile */
import { useState, useEffect } from 'react';
import { z } from 'zod';
import { ApiTokens } from '#src/features/apiTokens/index.ts';
import { InstallCard } from '#src/features/install/index.ts';
import { AccountTabs } from '#src/features/navigation/index.ts';
import { useAccountChanged, useSession } from '#src/features/session/index.ts';
import { formatDate } from '#src/shared/format/moments.ts';
import { useActors } from '#src/features/root/index.ts';
import { formatBytes } from '#src/shared/format/counts.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { DataAge } from '#src/ui/DataAge.tsx';
import { Card } from '#src/ui/Card.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Narrow, Stack, Muted } from '#src/ui/layout.ts';
import { Page } from '#src/ui/Page.tsx';
import { saveMode, savedMode, type Mode } from '#src/ui/theme/mode.ts';
import { Choice } from '#src/ui/form/Choice.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { SavedBanner } from '#src/ui/SavedBanner.tsx';
import { Sessions } from './Sessions.tsx';
import { selfQueryState } from './queries.ts';

export function ProfilePage() {
  const { user, organization, organizations } = useSession();
  const accountChanged = useAccountChanged();
  return (
    <Page title="Profile" context={organization.name} tabs={<AccountTabs />}>
      <DataAge of={selfQueryState()} />
      <Card as="section">
        <h2>You</h2>
        <DescriptionList
          facts={[
            { name: 'Email', value: user.email },
            { name: 'Organizations', value: organizations.map(({ name }) => name).join(', ') },
            { name: 'Member since', value: formatDate(user.date_joined) },
          ]}
        />
        <Narrow>
          <NamesForm names={user} onSuccess={accountChanged} />
        </Narrow>
      </Card>
      <Card as="section">
        <h2>Appearance</h2>
        <Appearance />
      </Card>
      <Card as="section">
        <h2>Sessions</h2>
        <Sessions />
      </Card>
      <Card as="section">
        <h2>API tokens</h2>
        <ApiTokens />
      </Card>
      <Card as="section">
        <h2>The app</h2>
        <InstallCard />
      </Card>
      <Card as="section">
        <h2>This device</h2>
        <StorageUse />
      </Card>
    </Page>
  );
}

const options = [
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
  { value: 'system', label: 'System', icon: 'monitor' },
] as const;

/** The choice of the colour scheme: light, dark, or the system's. */
function Appearance() {
  const [mode, setMode] = useState(savedMode);
  const choose = (chosen: Mode) => {
    saveMode(chosen);
    setMode(chosen);
  };
  return <Choice legend="Appearance on this device" options={options} value={mode} onChange={choose} />;
}

const Names = z.object({
  first_name: z.string().trim().min(1).max(150),
  last_name: z.string().trim().max(150),
});

type NamesFormProps = { names: { first_name: string; last_name: string }; onSuccess: () => unknown };

const draftFields = ['first_name', 'last_name'];

/** Changes the first and last name of the signed-in user. */
function NamesForm({ names: { first_name, last_name }, onSuccess }: NamesFormProps) {
  const { submit } = useActors();
  const draft = useFormDraft('names', draftFields);
  const [outcome, setOutcome] = useState<'sent' | 'queued'>();
  const save = async (names: z.output<typeof Names>) => {
    setOutcome(undefined);
    const result = await submit('own-name', names);
    if (result === 'sent') await onSuccess();
    setOutcome(result);
  };
  return (
    <Stack>
      <SavedBanner outcome={outcome} saved="Your name has been saved." />
      <Form
        label="Names"
        draft={draft}
        schema={Names}
        values={{ first_name, last_name }}
        submit="Save Names"
        kind="secondary"
        onSubmit={save}
      >
        <TextField label="First name" name="first_name" autoComplete="given-name" />
        <TextField label="Last name" name="last_name" autoComplete="family-name" optional />
      </Form>
    </Stack>
  );
}

/** The browser's estimate; null if there is none, for example without HTTPS. */
async function estimateUsage(): Promise<string | null> {
  try {
    const { usage } = await navigator.storage.estimate();
    return usage === undefined ? null : formatBytes(usage);
  } catch {
    return null;
  }
}

/** The storage used on this device, and what is stored. */
function StorageUse() {
  const [used, setUsed] = useState<string | null>();
  useEffect(() => {
    let unmounted = false;
    void estimateUsage().then((text) => {
      if (!unmounted) setUsed(text);
    });
    return () => {
      unmounted = true;
    };
  }, []);
  const usage = used === undefined ? '…' : (used ?? 'Not known in this browser');
  return (
    <>
      <DescriptionList facts={[{ name: 'Storage used', value: usage }]} />
      <Muted>
        The console keeps what you last viewed, so that it can show it without a network: names and
        descriptions of datasets and schemas, people, and records as they are stored, sealed. Nothing that was
        decrypted and no key is ever kept here. Signing out deletes it all, except your appearance and the
        alerts that you don’t want to see again.
      </Muted>
    </>
  );
}
