/** A line icon in the current text colour. */
import styled from 'styled-components';
import { iconPaths, type IconName } from './iconPaths.ts';

export type { IconName };

const Drawing = styled.svg`
  flex: none;
  fill: none;
  stroke: currentcolor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
`;

/**
 * Decorative without a `label`; with a label, an image of that name.
 * @param props.size - edge in CSS pixels.
 */
export function Icon({ name, size = 18, label }: { name: IconName; size?: number; label?: string }) {
  const accessibility = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <Drawing viewBox="0 0 24 24" width={size} height={size} focusable="false" {...accessibility}>
      {iconPaths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </Drawing>
  );
}
