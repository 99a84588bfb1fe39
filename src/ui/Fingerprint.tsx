/** A fingerprint as eight words and a strip of colours. */
import styled from 'styled-components';
import { fingerprintOf } from '@cloakroom/wire/fingerprint.ts';
import { token } from '#src/ui/theme/tokens.ts';

const Words = styled.span`
  display: inline-flex;
  flex-direction: column;
  gap: ${token.space.xs};
  min-inline-size: 0;
  font-size: ${token.size.s};
`;
const Strip = styled.span`
  display: grid;
  grid-template-columns: repeat(6, 1fr);
  inline-size: 7.5rem;
  block-size: 10px;
  overflow: hidden;
  border-radius: ${token.radius.pill};
  forced-color-adjust: none;
  i {
    background: var(--colour);
  }
`;

/** Sixteen colours that are as distinct as possible; the words carry the same information. */
const hues = 8;
const colourOf = (index: number): string =>
  `hsl(${(index % hues) * (360 / hues)} 70% ${index < hues ? '42%' : '72%'})`;

type FingerprintProps = { of: { primary_public_key: string; sub_public_key: string } };

export function Fingerprint({ of: keys }: FingerprintProps) {
  const { words, colours } = fingerprintOf(keys);
  return (
    <Words>
      <span>{words.join(' ')}</span>
      <Strip aria-hidden>
        {colours.map((colour, at) => (
          <i key={at} style={{ ['--colour' as string]: colourOf(colour) }} />
        ))}
      </Strip>
    </Words>
  );
}
