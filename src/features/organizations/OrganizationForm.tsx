/** An organization's name and slug: a form for admins, plain text for others. */
import { useState } from 'react';
import { z } from 'zod';
import { putOrganization, type Organization } from '@cloakroom/contract/organizations.ts';
import { ownerEmail } from '#src/shared/people.ts';
import { useActors } from '#src/features/root/index.ts';
import { useFormDraft } from '#src/shared/storage/formDrafts.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { Form } from '#src/ui/form/Form.tsx';
import { TextField } from '#src/ui/form/TextField.tsx';
import { Muted, Narrow, Stack } from '#src/ui/layout.ts';
import { SavedBanner } from '#src/ui/SavedBanner.tsx';

const { name, slug } = putOrganization.body.shape;
const Names = z.object({ name, slug });

type Props = { organization: Organization; mayChange: boolean; onSuccess: () => unknown };

const draftFields = ['name', 'slug'];

export function OrganizationForm({ organization, mayChange, onSuccess }: Props) {
  const { submit } = useActors();
  const [outcome, setOutcome] = useState<'sent' | 'queued'>();
  const draft = useFormDraft(`organization ${organization.id}`, draftFields);
  if (!mayChange) {
    return (
      <>
        <DescriptionList
          facts={[
            { name: 'Organization name', value: organization.name },
            { name: 'Subdomain slug', value: <code>{organization.slug}</code> },
          ]}
        />
        <Muted>
          Only the organization’s admins can change these. Its owner is {ownerEmail(organization)}.
        </Muted>
      </>
    );
  }
  const save = async (names: z.output<typeof Names>) => {
    setOutcome(undefined);
    const result = await submit('organization', { id: organization.id, ...names });
    if (result === 'sent') await onSuccess();
    setOutcome(result);
  };
  return (
    <Narrow>
      <Stack>
        <SavedBanner outcome={outcome} saved="The organization has been saved." />
        <Form
          label="Organization"
          draft={draft}
          schema={Names}
          values={{ name: organization.name, slug: organization.slug }}
          submit="Save Organization"
          kind="secondary"
          onSubmit={save}
        >
          <TextField label="Organization name" name="name" autoComplete="organization" />
          <TextField
            label="Subdomain slug"
            name="slug"
            hint="The organization’s subdomain: lower-case letters, digits and single hyphens."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Form>
      </Stack>
    </Narrow>
  );
}
