/** The logo: a cloakroom tag with a keyhole. */
import styled from 'styled-components';
import { config } from '#src/shared/config.ts';
import { token } from '#src/ui/theme/tokens.ts';

const Mark = styled.svg`
  flex: none;
  .loop {
    fill: none;
    stroke: ${token.color.accent};
    stroke-width: 2.4;
    stroke-linecap: round;
  }
  .tag {
    fill: ${token.color.primary};
  }
  .hole {
    fill: ${token.color.onPrimary};
  }
`;
const Line = styled.span`
  display: inline-flex;
  gap: 10px;
  align-items: center;
  font-family: ${token.font.heading};
  font-size: ${token.size.l};
  font-weight: 700;
  letter-spacing: -0.015em;
  color: ${token.color.text};
`;

/** The tag without the name; decorative. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <Mark viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      <path
        className="tag"
        d="M12.6 6.4a4.8 4.8 0 0 1 6.8 0l4.6 4.6a3 3 0 0 1 1 2.2V27a3.5 3.5 0 0 1-3.5 3.5h-11A3.5 3.5 0 0 1 7 27V13.2a3 3 0 0 1 1-2.2z"
      />
      <circle className="hole" cx="16" cy="11" r="2" />
      <path className="loop" d="M16 10.6C16 6 17.5 2 21.5 1.8c3.6-.2 4.6 3.7 2 5.2" />
      <path className="hole" d="M16 16.2a2.9 2.9 0 0 1 1.5 5.4l.9 4.1h-4.8l.9-4.1a2.9 2.9 0 0 1 1.5-5.4z" />
    </Mark>
  );
}

export function Logo({ size = 28 }: { size?: number }) {
  return (
    <Line>
      <LogoMark size={size} />
      {config.productName}
    </Line>
  );
}
