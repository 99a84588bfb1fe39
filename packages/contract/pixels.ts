/** The setting that names ad and analytics services: read alike by the console, which loads them, and by the servers, which let it. */

export const pixelNames = ['google', 'meta', 'linkedin'] as const;
export type PixelName = (typeof pixelNames)[number];

/** One service, one's account there, and the script's address where it isn't the usual one (else ''). */
export type PixelSetting = { name: PixelName; id: string; address: string };

/**
 * Read `name=id` or `name=id@address`, separated by commas.
 * @returns null when a part is neither.
 */
export function readPixels(setting: string): PixelSetting[] | null {
  const parts = setting.split(',').map((part) => part.trim());
  const read = parts.filter(Boolean).map((part) => {
    const [, given, id = '', address = ''] = /^(\w+)=([^@\s]+)(?:@(\S+))?$/.exec(part) ?? [];
    const name = pixelNames.find((each) => each === given);
    return name && (address === '' || URL.canParse(address)) ? { name, id, address } : null;
  });
  return read.every((pixel) => pixel !== null) ? read : null;
}
