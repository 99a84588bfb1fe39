/** A decorative drawing of a cloakroom's rail with tags. */
import styled from 'styled-components';
import { screen, token } from '#src/ui/theme/tokens.ts';

const Drawing = styled.svg`
  position: absolute;
  inset: 0 0 auto;
  inline-size: 100%;
  max-inline-size: none;
  block-size: 180px;
  fill: none;
  stroke: ${token.color.primary};
  stroke-width: 1.5;
  stroke-linejoin: round;
  stroke-linecap: round;
  opacity: 0.22;
  pointer-events: none;
  .chosen {
    stroke: ${token.color.accent};
    stroke-width: 2;
  }
  ${screen.phone} {
    inset-inline: -25%;
    inline-size: 150%;
    scale: 0.7;
    transform-origin: top;
  }
  @media (forced-colors: active) {
    display: none;
  }
`;

/** A tag at `x`, `drop` below the rail, rotated by `turn` degrees. */
type Tag = { x: number; drop: number; turn: number };

const step = 64;
const tags: Tag[] = Array.from({ length: 64 }, (_, at) => ({
  x: (at - 32) * step,
  drop: 22 + ((at * 7) % 5) * 9,
  turn: ((at * 5) % 7) - 3,
}));

/** The highlighted tag. */
const chosen = 5 * step;

export function Rail() {
  return (
    <Drawing aria-hidden focusable="false">
      <svg x="50%" overflow="visible">
        <path d="M-2600 14H2600" />
        {tags.map(({ x, drop, turn }) => (
          <g
            key={x}
            className={x === chosen ? 'chosen' : undefined}
            transform={`translate(${x} 14) rotate(${turn})`}
          >
            <path d={`M0 0V${drop}`} />
            <path d={`M-13 ${drop + 12}L0 ${drop - 4}L13 ${drop + 12}V${drop + 44}H-13Z`} />
            <circle cx="0" cy={drop + 7} r="2.5" />
            <circle cx="0" cy={drop + 23} r="4" />
            <path d={`M0 ${drop + 27}V${drop + 35}`} />
          </g>
        ))}
      </svg>
    </Drawing>
  );
}
