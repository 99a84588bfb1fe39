/** The routes of the console. Pages are loaded when they are first opened. */
import type { ComponentType } from 'react';
import { Navigate, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import type { Root } from '#src/features/root/index.ts';
import { authRouteId } from '#src/features/session/authRoute.ts';
import { AuthErrorPage, ErrorPage, SectionError } from './ErrorPage.tsx';
import { LoadingPage } from './LoadingPage.tsx';
import { RootLayout } from './RootLayout.tsx';

/** A lazy page, exported under that name. */
const page =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] });

type RootLoader = (asked: LoaderFunctionArgs, root: Root) => unknown;

/** Like `page`, with the module's loader, which gets the root. */
const loadedPage =
  <Name extends string>(
    load: () => Promise<Record<Name, ComponentType> & { loader: RootLoader }>,
    name: Name,
    root: Root,
  ) =>
  async () => {
    const { [name]: Component, loader } = await load();
    return { Component, loader: (asked: LoaderFunctionArgs) => loader(asked, root) };
  };

/** Loaded with the first protected page, since signing in does not need it. */
const access = () => import('./access.ts');

const publicPages = (root: Root): RouteObject[] => [
  { path: 'login', lazy: page(() => import('#src/features/accounts/LoginPage.tsx'), 'LoginPage') },
  { path: 'register', lazy: page(() => import('#src/features/accounts/RegisterPage.tsx'), 'RegisterPage') },
  {
    path: 'accounts/register-confirm',
    lazy: page(() => import('#src/features/accounts/RegisterConfirmPage.tsx'), 'RegisterConfirmPage'),
  },
  {
    path: 'accounts/activate',
    lazy: loadedPage(() => import('#src/features/accounts/ActivatePage.tsx'), 'ActivatePage', root),
  },
  {
    path: 'accounts/google',
    lazy: loadedPage(() => import('#src/features/accounts/GooglePage.tsx'), 'GooglePage', root),
  },
  {
    path: 'accounts/accept-invitation',
    lazy: loadedPage(
      () => import('#src/features/accounts/AcceptInvitationPage.tsx'),
      'AcceptInvitationPage',
      root,
    ),
  },
  {
    path: 'accounts/forgot-password',
    lazy: page(() => import('#src/features/accounts/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: 'accounts/reset-password',
    lazy: loadedPage(() => import('#src/features/accounts/ResetPasswordPage.tsx'), 'ResetPasswordPage', root),
  },
  {
    path: 'outbox',
    lazy: loadedPage(() => import('#src/features/mailOutbox/OutboxPage.tsx'), 'OutboxPage', root),
  },
  {
    path: 'outbox/:mailId',
    lazy: page(() => import('#src/features/mailOutbox/OutboxMailPage.tsx'), 'OutboxMailPage'),
  },
  {
    path: 'logout',
    lazy: loadedPage(() => import('#src/features/accounts/LogoutPage.tsx'), 'LogoutPage', root),
  },
  { path: 'terms-of-service', lazy: page(() => import('#src/features/legal/TermsPage.tsx'), 'TermsPage') },
  { path: 'privacy-policy', lazy: page(() => import('#src/features/legal/PrivacyPage.tsx'), 'PrivacyPage') },
];

const schemaPages: RouteObject[] = [
  { index: true, element: <Navigate to=".." relative="path" replace /> },
  {
    path: 'create',
    lazy: page(() => import('#src/features/schemas/CreateSchemaPage.tsx'), 'CreateSchemaPage'),
  },
  { path: ':schemaId', lazy: page(() => import('#src/features/schemas/SchemaPage.tsx'), 'SchemaPage') },
  {
    path: ':schemaId/records',
    loader: async (asked) => (await access()).requireNoThirdParties(asked),
    lazy: page(() => import('#src/features/records/RecordsPage.tsx'), 'RecordsPage'),
  },
  {
    path: ':schemaId/permissions',
    lazy: page(() => import('#src/features/permissions/PermissionsPage.tsx'), 'PermissionsPage'),
  },
];

const accountPages: RouteObject[] = [
  { path: 'account', lazy: page(() => import('#src/features/organizations/AccountPage.tsx'), 'AccountPage') },
  { path: 'users', lazy: page(() => import('#src/features/users/UsersPage.tsx'), 'UsersPage') },
  { path: 'users/audit', lazy: page(() => import('#src/features/audit/AuditPage.tsx'), 'AuditPage') },
  { path: 'profile', lazy: page(() => import('#src/features/profile/ProfilePage.tsx'), 'ProfilePage') },
  {
    path: 'identities',
    lazy: page(() => import('#src/features/sharing/identities/IdentitiesPage.tsx'), 'IdentitiesPage'),
  },
  {
    path: 'requests',
    lazy: page(() => import('#src/features/sharing/requests/RequestsPage.tsx'), 'RequestsPage'),
  },
  {
    path: 'materials',
    lazy: page(() => import('#src/features/sharing/materials/MaterialsPage.tsx'), 'MaterialsPage'),
  },
  {
    path: 'materials/overrides',
    lazy: page(() => import('#src/features/sharing/materials/OverridesPage.tsx'), 'OverridesPage'),
  },
];

const devtestPages: RouteObject[] = [
  { index: true, lazy: page(() => import('#src/features/devtest/AlertsSample.tsx'), 'AlertsSample') },
  { path: 'alerts', element: <Navigate to="/devtest" replace /> },
  { path: 'tables', lazy: page(() => import('#src/features/devtest/TablesSample.tsx'), 'TablesSample') },
  { path: 'buttons', lazy: page(() => import('#src/features/devtest/ButtonsSample.tsx'), 'ButtonsSample') },
  {
    path: 'responsive-styles',
    lazy: page(() => import('#src/features/devtest/ResponsiveStylesSample.tsx'), 'ResponsiveStylesSample'),
  },
  { path: 'parts', lazy: page(() => import('#src/features/devtest/PartsSample.tsx'), 'PartsSample') },
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
        loader: async (asked) => (await access()).requirePerson(asked, root),
        lazy: page(() => import('#src/features/invitations/InvitationsPage.tsx'), 'InvitationsPage'),
        errorElement: <AuthErrorPage />,
      },
      {
        path: 'organizations/create',
        loader: async (asked) => (await access()).requireNoOrganization(asked, root),
        lazy: page(
          () => import('#src/features/organizations/CreateOrganizationPage.tsx'),
          'CreateOrganizationPage',
        ),
        errorElement: <AuthErrorPage />,
      },
      {
        id: authRouteId,
        loader: async (asked) => (await access()).requireOrganization(asked, root),
        lazy: page(() => import('./Layout.tsx'), 'Layout'),
        errorElement: <AuthErrorPage />,
        children: [
          {
            // An error in a page keeps the layout around it.
            errorElement: <SectionError />,
            children: [
              {
                path: 'datasets',
                lazy: page(() => import('#src/features/datasets/DatasetsPage.tsx'), 'DatasetsPage'),
              },
              {
                path: 'datasets/:datasetId',
                lazy: page(() => import('#src/features/datasets/DatasetPage.tsx'), 'DatasetPage'),
              },
              { path: 'datasets/:datasetId/schemas', children: schemaPages },
              ...accountPages,
              {
                path: 'choose-plan',
                lazy: page(() => import('#src/features/organizations/ChoosePlanPage.tsx'), 'ChoosePlanPage'),
              },
              {
                path: 'devtest',
                lazy: page(() => import('#src/features/devtest/DevtestPage.tsx'), 'DevtestPage'),
                children: devtestPages,
              },
              {
                path: 'open-file',
                lazy: page(() => import('#src/features/upload/OpenFilePage.tsx'), 'OpenFilePage'),
              },
              { path: 'debug', lazy: page(() => import('#src/features/debug/DebugPage.tsx'), 'DebugPage') },
              {
                path: 'api-docs',
                lazy: page(() => import('#src/features/apiDocs/ApiDocsPage.tsx'), 'ApiDocsPage'),
              },
              { path: 'help', lazy: page(() => import('#src/features/help/HelpPage.tsx'), 'HelpPage') },
            ],
          },
        ],
      },
      { path: '*', lazy: page(() => import('./NotFoundPage.tsx'), 'NotFoundPage') },
    ],
  },
];
