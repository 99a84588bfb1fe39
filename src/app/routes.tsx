/** The routes of the console. Each page is loaded when it is first opened. */
import type { ComponentType } from 'react';
import { Navigate, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { Root } from '#src/features/root/index.ts';
import { authRouteId } from '#src/features/session/authRoute.ts';
import { AuthErrorPage, ErrorPage, SectionError } from './ErrorPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { RootLayout } from './RootLayout.tsx';

/** A lazy page; `name` is the name of its export. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] });

const pageRoute = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject => ({ path, lazy: page(load, name) });

type RootLoader = (args: LoaderFunctionArgs, root: Root) => unknown;

/** Loaded with the first protected page, since signing in does not need it. */
const access = () => import('./access.ts');

function publicPages(root: Root): RouteObject[] {
  /** The module's loader gets the root. */
  const loadedRoute = <Name extends string>(
    path: string,
    load: () => Promise<Record<Name, ComponentType> & { loader: RootLoader }>,
    name: Name,
  ): RouteObject => ({
    path,
    lazy: async () => {
      const { [name]: Component, loader } = await load();
      return { Component, loader: (args: LoaderFunctionArgs) => loader(args, root) };
    },
  });
  return [
    pageRoute('login', () => import('#src/features/accounts/LoginPage.tsx'), 'LoginPage'),
    pageRoute('register', () => import('#src/features/accounts/RegisterPage.tsx'), 'RegisterPage'),
    pageRoute(
      'accounts/register-confirm',
      () => import('#src/features/accounts/RegisterConfirmPage.tsx'),
      'RegisterConfirmPage',
    ),
    loadedRoute('accounts/activate', () => import('#src/features/accounts/ActivatePage.tsx'), 'ActivatePage'),
    loadedRoute('accounts/google', () => import('#src/features/accounts/GooglePage.tsx'), 'GooglePage'),
    loadedRoute(
      'accounts/accept-invitation',
      () => import('#src/features/accounts/AcceptInvitationPage.tsx'),
      'AcceptInvitationPage',
    ),
    pageRoute(
      'accounts/forgot-password',
      () => import('#src/features/accounts/ForgotPasswordPage.tsx'),
      'ForgotPasswordPage',
    ),
    loadedRoute(
      'accounts/reset-password',
      () => import('#src/features/accounts/ResetPasswordPage.tsx'),
      'ResetPasswordPage',
    ),
    loadedRoute('outbox', () => import('#src/features/mailOutbox/OutboxPage.tsx'), 'OutboxPage'),
    pageRoute(
      'outbox/:mailId',
      () => import('#src/features/mailOutbox/OutboxMailPage.tsx'),
      'OutboxMailPage',
    ),
    loadedRoute('logout', () => import('#src/features/accounts/LogoutPage.tsx'), 'LogoutPage'),
    pageRoute('terms-of-service', () => import('#src/features/legal/TermsPage.tsx'), 'TermsPage'),
    pageRoute('privacy-policy', () => import('#src/features/legal/PrivacyPage.tsx'), 'PrivacyPage'),
  ];
}

const schemaPages: RouteObject[] = [
  { index: true, element: <Navigate to=".." relative="path" replace /> },
  pageRoute('create', () => import('#src/features/schemas/CreateSchemaPage.tsx'), 'CreateSchemaPage'),
  pageRoute(':schemaId', () => import('#src/features/schemas/SchemaPage.tsx'), 'SchemaPage'),
  pageRoute(':schemaId/edit', () => import('#src/features/definition/EditFieldsPage.tsx'), 'EditFieldsPage'),
  {
    path: ':schemaId/records',
    loader: async (args) => (await access()).requireNoThirdParties(args),
    lazy: page(() => import('#src/features/records/RecordsPage.tsx'), 'RecordsPage'),
  },
  pageRoute(
    ':schemaId/permissions',
    () => import('#src/features/permissions/PermissionsPage.tsx'),
    'PermissionsPage',
  ),
];

const accountPages: RouteObject[] = [
  pageRoute('account', () => import('#src/features/organizations/AccountPage.tsx'), 'AccountPage'),
  pageRoute('users', () => import('#src/features/users/UsersPage.tsx'), 'UsersPage'),
  pageRoute('users/tokens', () => import('#src/features/apiTokens/TokensPage.tsx'), 'TokensPage'),
  pageRoute('users/audit', () => import('#src/features/audit/AuditPage.tsx'), 'AuditPage'),
  pageRoute('profile', () => import('#src/features/profile/ProfilePage.tsx'), 'ProfilePage'),
  pageRoute(
    'identities',
    () => import('#src/features/sharing/identities/IdentitiesPage.tsx'),
    'IdentitiesPage',
  ),
  pageRoute('requests', () => import('#src/features/sharing/requests/RequestsPage.tsx'), 'RequestsPage'),
  pageRoute('materials', () => import('#src/features/sharing/materials/MaterialsPage.tsx'), 'MaterialsPage'),
  pageRoute(
    'materials/overrides',
    () => import('#src/features/sharing/materials/OverridesPage.tsx'),
    'OverridesPage',
  ),
];

const devtestPages: RouteObject[] = [
  { index: true, lazy: page(() => import('#src/features/devtest/AlertsSample.tsx'), 'AlertsSample') },
  { path: 'alerts', element: <Navigate to="/devtest" replace /> },
  pageRoute('tables', () => import('#src/features/devtest/TablesSample.tsx'), 'TablesSample'),
  pageRoute('buttons', () => import('#src/features/devtest/ButtonsSample.tsx'), 'ButtonsSample'),
  pageRoute(
    'responsive-styles',
    () => import('#src/features/devtest/ResponsiveStylesSample.tsx'),
    'ResponsiveStylesSample',
  ),
  pageRoute('parts', () => import('#src/features/devtest/PartsSample.tsx'), 'PartsSample'),
];

export const createRoutes = (root: Root): RouteObject[] => [
  {
    element: <RootLayout />,
    errorElement: <ErrorPage />,
    HydrateFallback: LoadingPage,
    children: [
      { index: true, element: <Navigate to="/datasets" replace /> },
      ...publicPages(root),
      {
        path: 'invitations',
        loader: async (args) => (await access()).requirePerson(args, root),
        lazy: page(() => import('#src/features/invitations/InvitationsPage.tsx'), 'InvitationsPage'),
        errorElement: <AuthErrorPage />,
      },
      {
        path: 'organizations/create',
        loader: async (args) => (await access()).requireNoOrganization(args, root),
        lazy: page(
          () => import('#src/features/organizations/CreateOrganizationPage.tsx'),
          'CreateOrganizationPage',
        ),
        errorElement: <AuthErrorPage />,
      },
      {
        id: authRouteId,
        loader: async (args) => (await access()).requireOrganization(args, root),
        lazy: page(() => import('./Layout.tsx'), 'Layout'),
        errorElement: <AuthErrorPage />,
        children: [
          {
            // An error in a page keeps the layout around it.
            errorElement: <SectionError />,
            children: [
              pageRoute('datasets', () => import('#src/features/datasets/DatasetsPage.tsx'), 'DatasetsPage'),
              pageRoute(
                'upload-file',
                () => import('#src/features/proposal/ProposalPage.tsx'),
                'ProposalPage',
              ),
              pageRoute(
                'datasets/:datasetId',
                () => import('#src/features/datasets/DatasetPage.tsx'),
                'DatasetPage',
              ),
              { path: 'datasets/:datasetId/schemas', children: schemaPages },
              ...accountPages,
              pageRoute(
                'choose-plan',
                () => import('#src/features/organizations/ChoosePlanPage.tsx'),
                'ChoosePlanPage',
              ),
              {
                path: 'devtest',
                lazy: page(() => import('#src/features/devtest/DevtestPage.tsx'), 'DevtestPage'),
                children: devtestPages,
              },
              pageRoute('open-file', () => import('#src/features/proposal/OpenFilePage.tsx'), 'OpenFilePage'),
              pageRoute('debug', () => import('#src/features/debug/DebugPage.tsx'), 'DebugPage'),
              pageRoute('api-docs', () => import('#src/features/apiDocs/ApiDocsPage.tsx'), 'ApiDocsPage'),
              pageRoute('help', () => import('#src/features/help/HelpPage.tsx'), 'HelpPage'),
            ],
          },
        ],
      },
      pageRoute('*', () => import('./NotFoundPage.tsx'), 'NotFoundPage'),
    ],
  },
];
