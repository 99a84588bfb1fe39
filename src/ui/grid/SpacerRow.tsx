/** A spacer of the height of the rows that are not rendered, in CSS pixels. */
export function SpacerRow({ size }: { size: number }) {
  return <tr aria-hidden style={{ blockSize: size }} />;
}
