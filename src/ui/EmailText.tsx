/** An e-mail address, or whatever stands in its place; too long for its line, it goes on with the @ in the next one. */
export function EmailText({ address }: { address: string }) {
  const at = Math.max(0, address.lastIndexOf('@'));
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
