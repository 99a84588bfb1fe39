/** The fingerprint of a device, and a checkbox that confirms its comparison. */
import { useState, type ReactNode } from 'react';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import type { Identity } from '@cloakroom/contract/identities.ts';
import { DescriptionList } from './DescriptionList.tsx';
import { Fingerprint } from './Fingerprint.tsx';
import { Checkbox } from './form/Checkbox.tsx';

type FingerprintComparisonProps = {
  /** An empty device id is not shown. */
  identity: Pick<Identity, 'device_id' | 'primary_public_key' | 'sub_public_key'>;
  /** The person with whom the words are compared. */
  personName: string;
  /** Called with the compared words, or undefined when the box is unticked. */
  onCompared: (words: string | undefined) => void;
  /** The instructions. */
  children: ReactNode;
};

export function FingerprintComparison({
  identity,
  personName,
  onCompared,
  children,
}: FingerprintComparisonProps) {
  const [compared, setCompared] = useState(false);
  const onToggle = (checked: boolean) => {
    setCompared(checked);
    onCompared(checked ? fingerprintOf(identity).words.join(' ') : undefined);
  };
  return (
    <>
      <DescriptionList
        facts={[
          ...(identity.device_id ? [{ name: 'Device ID', value: <code>{identity.device_id}</code> }] : []),
          { name: 'Fingerprint', value: <Fingerprint of={identity} /> },
        ]}
      />
      <p>{children}</p>
      <Checkbox
        label={`I have compared the words with ${personName}`}
        name="compared"
        optional
        checked={compared}
        onChange={({ target }) => onToggle(target.checked)}
      />
    </>
  );
}
