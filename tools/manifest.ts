/** The web manifest of the console: name, icons, start page, and the files that it opens. */
import type { ManifestOptions } from 'vite-plugin-pwa';

const png = (name: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const screenshot = (name: string, form: 'wide' | 'narrow', sizes: string, label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes,
  type: 'image/png',
  form_factor: form,
  label,
});
const wide = '1280x800';
const narrow = '750x1334';

/** The web manifest. Its `id` identifies an installed console and never changes. */
export const manifestOf = (name: string): Partial<ManifestOptions> => ({
  id: '/',
  name,
  short_name: name,
  description: 'A console for end-to-end encrypted data.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/datasets?source=pwa',
  scope: '/',
  display: 'standalone',
  theme_color: '#f4f1fa',
  background_color: '#faf9fd',
  categories: ['productivity', 'security'],
  prefer_related_applications: false,
  icons: [
    png('icon-192', 192, 'any'),
    png('icon-512', 512, 'any'),
    png('maskable-512', 512, 'maskable'),
    png('monochrome-512', 512, 'monochrome'),
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  screenshots: [
    screenshot('datasets-wide', 'wide', wide, 'Datasets and their schemas'),
    screenshot('records-wide', 'wide', wide, 'Encrypted records, searched and decrypted by your own proxy'),
    screenshot('datasets-narrow', 'narrow', narrow, 'Datasets on a phone'),
    screenshot('records-narrow', 'narrow', narrow, 'Records on a phone'),
  ],
  shortcuts: [
    { name: 'Datasets', url: '/datasets?source=shortcut' },
    { name: 'Upload a file', url: '/open-file?source=shortcut' },
    { name: 'Requests', url: '/requests?source=shortcut' },
    { name: 'Identities', url: '/identities?source=shortcut' },
  ],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  file_handlers: [
    {
      action: '/open-file',
      accept: {
        'text/csv': ['.csv'],
        'text/tab-separated-values': ['.tsv'],
        'application/json': ['.json'],
        'application/x-ndjson': ['.ndjson', '.jsonl'],
        'application/gzip': ['.gz'],
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
      },
    },
  ],
});
