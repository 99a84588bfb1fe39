/** An update in words. */
import { config } from '#src/shared/config.ts';
import type { Busy } from '#src/machines/update/types.ts';

const workTexts: Record<Busy['work'], string> = {
  upload: 'is uploading a file',
  form: 'has changes that aren’t saved',
};

/** Which tab is in the way, by its title without the product's name. */
export const busyText = ({ title, work }: Busy): string =>
  `“${title.replace(new RegExp(`\\s[–-]\\s${config.productName}$`), '')}” ${workTexts[work]}.`;
