/** Creates an API token. */
import { useState } from 'react';
import { z } from 'zod';
import { createApiToken, maxTokenDatasets, type NewApiToken } from '@cloakroom/contract/apiTokens.ts';
import { TokenVerb } from '@cloakroom/contract/tokenVerbs.ts';
import { useOfflineReason } from '#src/features/connection/index.ts';
import { useDatasets } from '#src/features/datasets/index.ts';
import { useSession } from '#src/features/session/index.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { FormDialog } from '#src/ui/form/FormDialog.tsx';
import { Select } from '#src/ui/form/Select.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Loaded } from '#src/ui/Loaded.tsx';
import { CheckboxGroup } from './CheckboxGroup.tsx';
import { useCreateApiToken } from './queries.ts';
import { verbTexts } from './verbTexts.ts';

const dayMs = 24 * 60 * 60 * 1000;
const Fields = z.object({ name: createApiToken.body.shape.name, days: z.coerce.number() });
const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];
const verbs = TokenVerb.options.map((value) => ({ value, ...verbTexts[value] }));

type Props = {
  /** The service account whose token it becomes; without it, the user's. */
  account?: { id: string; name: string };
  onCreated: (token: NewApiToken) => void;
  onClose: () => void;
};

const draftFields = ['name', 'days'];

export function CreateTokenDialog({ account, onCreated, onClose }: Props) {
  const { organization, organizations } = useSession();
  const create = useCreateApiToken();
  const offlineReason = useOfflineReason('Only the service can create tokens.');
  const [home, setHome] = useState(organization.id);
  const [isLimited, setLimited] = useState(false);
  const [chosenDatasets, setDatasets] = useState<string[]>([]);
  const [chosenVerbs, setVerbs] = useState<TokenVerb[]>(['read']);
  const datasets = isLimited ? chosenDatasets : null;

  const obstacle = () => {
    if (chosenVerbs.length === 0) return 'Choose what the token permits.';
    if (datasets?.length === 0) return 'Choose a dataset.';
    if (datasets && datasets.length > maxTokenDatasets) return `Choose at most ${maxTokenDatasets} datasets.`;
    return offlineReason;
  };
  const draft = useFormDraft(account ? `token of ${account.id}` : 'token', draftFields);
  const submit = async ({ name, days }: z.output<typeof Fields>) => {
    const expires = new Date(Date.now() + days * dayMs).toISOString();
    const owner = account && { service_account: account.id };
    onCreated(await create({ name, organization: home, datasets, verbs: chosenVerbs, expires, ...owner }));
  };
  return (
    <FormDialog
      title={account ? `Create a Token for ${account.name}` : 'Create a Token'}
      onClose={onClose}
      label="New token"
      draft={draft}
      schema={Fields}
      values={{ name: '', days: '90' }}
      submit="Create Token"
      unavailable={obstacle()}
      onSubmit={submit}
    >
      <TextField label="Name" name="name" hint="The program that uses it" autoComplete="off" />
      {!account && organizations.length > 1 && (
        <Select
          label="Organization"
          name="organization"
          options={organizations.map(({ id, name }) => ({ value: id, label: name }))}
          value={home}
          onChange={({ target }) => {
            setHome(target.value);
            setDatasets([]);
          }}
        />
      )}
      <Select
        label="Datasets"
        name="reach"
        options={[
          { value: 'all', label: 'All of the organization' },
          { value: 'some', label: 'Only some' },
        ]}
        value={isLimited ? 'some' : 'all'}
        onChange={({ target }) => setLimited(target.value === 'some')}
      />
      {isLimited && <DatasetBoxes organization={home} chosen={chosenDatasets} onChoose={setDatasets} />}
      <CheckboxGroup legend="Permits" options={verbs} chosen={chosenVerbs} onChoose={setVerbs} />
      <Select label="Expires in" name="days" options={lives} />
    </FormDialog>
  );
}

type DatasetBoxesProps = {
  organization: string;
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
};

/** The datasets of an organization. */
function DatasetBoxes({ organization, chosen, onChoose }: DatasetBoxesProps) {
  return (
    <Loaded from={useDatasets(organization)} label="Loading datasets" failed="Error fetching datasets">
      {({ items }) => (
        <CheckboxGroup
          legend="Which datasets"
          options={items.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </Loaded>
  );
}
