/** The signed access list of a schema: people with their devices, and unconfirmed differences. */
import { useState } from 'react';
import type { KnownDevice } from '@cloakroom/contract/accessLog.ts';
import { useActors } from '#src/features/root/index.ts';
import { Badge } from '#src/ui/Badge.tsx';
import { BreakableText } from '#src/ui/BreakableText.tsx';
import { Button } from '#src/ui/Button.tsx';
import { Card } from '#src/ui/Card.tsx';
import { Muted, PlainList, Row } from '#src/ui/layout.ts';
import { FingerprintComparison } from '#src/ui/FingerprintComparison.tsx';
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx';
import { useAccess, useCompareDevice } from './queries.ts';
import { AccessRow } from './styles.ts';
import { UnconfirmedList } from './UnconfirmedList.tsx';

type UserReference = { user: string; email: string };
type Selected = { person: UserReference; device: KnownDevice };

const comparedBadge = { tone: 'success', icon: 'check' } as const;
const uncomparedBadge = { tone: 'warning', icon: 'warning' } as const;
const cannotSign = 'Only an owner who holds the keys on this machine can sign. Ask one of them.';

export function AccessCard({ schema, behindProxy }: { schema: string; behindProxy: boolean }) {
  const { data: access } = useAccess(schema, behindProxy);
  const [selected, setSelected] = useState<Selected>();
  if (access?.state !== 'accepted') return null;
  const { people, unconfirmed, may_sign } = access;
  const obstacle = may_sign ? undefined : cannotSign;
  return (
    <Card as="section" aria-labelledby="signed-access" $pad="m">
      <h2 id="signed-access">Who may have the keys</h2>
      <Muted>
        Signed by the schema’s owners. What only the service says is shown as unconfirmed, and gets no key.
      </Muted>
      {unconfirmed.length > 0 && <UnconfirmedList schema={schema} items={unconfirmed} obstacle={obstacle} />}
      <PlainList aria-label="Signed">
        {people.map(({ devices, owner, ...person }) => (
          <AccessRow key={person.user}>
            <Row>
              <span>
                <BreakableText text={person.email} />
              </span>
              {owner && <Badge>Owner</Badge>}
              {devices.length === 0 && <Muted>no device with keys yet</Muted>}
              {devices.map(({ signs, compared }) => (
                <Badge key={signs} {...(compared ? comparedBadge : uncomparedBadge)}>
                  {compared ? 'Compared' : 'Not compared'}
                </Badge>
              ))}
            </Row>
            <Row $justify="end">
              {devices
                .filter(({ compared }) => !compared)
                .map((device) => (
                  <Button
                    key={device.signs}
                    size="s"
                    unavailable={obstacle}
                    aria-label={`Compare a device of ${person.email}`}
                    onClick={() => setSelected({ person, device })}
                  >
                    Compare
                  </Button>
                ))}
            </Row>
          </AccessRow>
        ))}
      </PlainList>
      {selected && (
        <CompareDeviceDialog schema={schema} {...selected} onClose={() => setSelected(undefined)} />
      )}
    </Card>
  );
}

type CompareDeviceDialogProps = {
  schema: string;
  person: { user: string; email: string };
  device: KnownDevice;
  onClose: () => void;
};

/** Compares the fingerprint of a device that has keys already, and signs the comparison. */
function CompareDeviceDialog({ schema, person, device, onClose }: CompareDeviceDialogProps) {
  const { raiseAlert } = useActors();
  const { mutateAsync } = useCompareDevice(schema);
  const [words, setWords] = useState<string>();
  const { signs, receives } = device;
  const compare = async () => {
    await mutateAsync({ user: person.user, signs, receives, words: words ?? '' });
    raiseAlert({ type: 'success', source: 'Permissions', content: 'Comparison signed', duration: 5 });
  };
  return (
    <ConfirmDialog
      title="Compare this device?"
      confirm="Sign the comparison"
      size="m"
      unavailable={words === undefined ? 'Compare the words first.' : undefined}
      onConfirm={compare}
      onClose={onClose}
    >
      <FingerprintComparison
        identity={{ device_id: '', primary_public_key: signs, sub_public_key: receives }}
        personName={person.email}
        onCompared={setWords}
      >
        Ask {person.email} to read the eight words from their Identities page, by phone or face to face. If
        they read other words, their keys went to a stranger: take them off the teams and renew the keys.
      </FingerprintComparison>
    </ConfirmDialog>
  );
}
