/** Every page of the console: its path, and an element that is visible after it has loaded. */
import type { Locator, Page } from '@playwright/test';
import type { Sample } from './sample.ts';

export type Route = {
  /** Also a file name. */
  name: string;
  path: (sample: Pick<Sample, 'dataset' | 'full' | 'empty'>) => string;
  ready: (page: Page) => Locator;
};

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const route = (name: string, path: string | Route['path'], ready: Route['ready']): Route => ({
  name,
  path: typeof path === 'string' ? () => path : path,
  ready,
});

const badLink = '?user_id=nobody&timestamp=1&signature=none';

/** Pages without a sign-in. */
export const publicRoutes: Route[] = [
  route('login', '/login', heading('Sign In')),
  route('register', '/register', heading('Sign Up')),
  route('register-confirm', '/accounts/register-confirm', heading(/Thanks for signing up/)),
  route('activate', `/accounts/activate${badLink}`, (page) => page.getByText('Invalid activation link.')),
  route('forgot-password', '/accounts/forgot-password', heading(/Forgot/)),
  route('reset-password', `/accounts/reset-password${badLink}`, heading(/select a new password/)),
  route('accept-invitation', `/accounts/accept-invitation${badLink}`, heading('Open your account')),
  route('terms-of-service', '/terms-of-service', (page) => page.getByRole('dialog')),
  route('privacy-policy', '/privacy-policy', heading('Privacy Policy')),
  route('outbox', '/outbox', (page) => page.getByText('This outbox is closed')),
  route('not-found', '/nothing/to/see', heading('Not Found')),
];

/** Pages that need a sign-in. */
export const signedInRoutes: Route[] = [
  route('datasets', '/datasets', (page) => page.getByRole('main').getByText(/\d schemas/)),
  route('tour', '/datasets?product_tour_id=528227', (page) =>
    page.getByRole('heading', { name: /Welcome!/ }),
  ),
  route(
    'dataset',
    ({ dataset }) => dataset,
    (page) => page.getByRole('table'),
  ),
  route(
    'schema-create',
    ({ dataset }) => `${dataset}/schemas/create`,
    (page) => page.getByRole('textbox', { name: 'JSON Schema' }),
  ),
  route(
    'schema',
    ({ full }) => full,
    (page) => page.getByRole('table'),
  ),
  route(
    'records',
    ({ full }) => `${full}/records?limit=25`,
    (page) => page.getByText(/Showing 1-25/),
  ),
  route(
    'records-empty',
    ({ empty }) => `${empty}/records`,
    (page) => page.getByText(/add some data/),
  ),
  route(
    'permissions',
    ({ full }) => `${full}/permissions`,
    (page) => page.getByText('Zip codes Data Owners'),
  ),
  route(
    'schema-missing',
    ({ dataset }) => `${dataset}/schemas/2222222222222222222222`,
    (page) => page.getByText('Schema not found'),
  ),
  route('upload-file', '/upload-file', (page) => page.getByRole('button', { name: 'Upload a File' })),
  route('account', '/account', heading('Account')),
  route('users', '/users', (page) => page.getByRole('table')),
  route('audit', '/users/audit', (page) => page.getByRole('table')),
  route('tokens', '/users/tokens', heading('API tokens')),
  route('profile', '/profile', (page) => page.getByRole('table')),
  route('identities', '/identities', (page) => page.getByRole('main').getByText(/No Identities|Device ID/)),
  route('requests', '/requests', (page) => page.getByRole('main').getByText(/no outstanding|Request ID/)),
  route('materials', '/materials', (page) => page.getByRole('main').getByText(/no outstanding|Material ID/)),
  route('overrides', '/materials/overrides', (page) => page.getByText('No Overrides')),
  route('choose-plan', '/choose-plan', heading('Please choose a plan')),
  route('api-docs', '/api-docs', (page) => page.getByRole('heading', { name: 'datasets' })),
  route('help', '/help', heading('Help')),
  route('debug', '/debug', (page) => page.getByRole('img', { name: /^Chart of session/ })),
  route('devtest-alerts', '/devtest', (page) => page.getByRole('heading', { name: 'The four types' })),
  route('devtest-tables', '/devtest/tables', (page) => page.getByRole('table')),
  route('devtest-buttons', '/devtest/buttons', (page) => page.getByRole('heading', { name: 'In progress' })),
  route('devtest-responsive-styles', '/devtest/responsive-styles', (page) => page.getByText('Colours')),
  route('devtest-parts', '/devtest/parts', (page) => page.getByRole('heading', { name: 'Badges' })),
];
