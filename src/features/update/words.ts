/** An update in words. */
import { config } from '#src/lib/config.ts';
import type { Busy } from '#src/machines/update/types.ts';

const works: Record<Busy['work'], string> = {
  upload: 'is uploading a file',
  form: 'has changes that aren’t saved',
};

/** Which tab is in the way, by its title without the product's name. */
export const busyWords = ({ title, work }: Busy): string =>
  `“${title.replace(new RegExp(`\\s[–-]\\s${config.productName}$`), '')}” ${works[work]}.`;
