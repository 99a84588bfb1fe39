/** Every address of the console and the page behind it. Pages load when they are first opened. */
import type { ComponentType } from 'react';
import { Navigate, type LoaderFunction, type RouteObject } from 'react-router';
import { authRouteId } from '#src/features/session/authRoute.ts';
import { AuthErrorPage, ErrorPage, SectionError } from './ErrorPage.tsx';
import { Arriving } from './Arriving.tsx';
import { Root } from './Root.tsx';

/** The page of that name in a module that loads when it is needed, with the module's loader if it has one. */
const page =
  <Name extends string>(
    load: () => Promise<Record<Name, ComponentType> & { loader?: LoaderFunction }>,
    name: Name,
  ) =>
  async () => {
    const { [name]: Component, loader } = await load();
    return { Component, ...(loader && { loader }) };
  };

/** The session machine loads with the first protected page: signing in needs none of it. */
const access = () => import('./access.ts');

const publicPages: RouteObject[] = [
  { path: 'login', lazy: page(() => import('#src/pages/LoginPage.tsx'), 'LoginPage') },
  { path: 'register', lazy: page(() => import('#src/pages/RegisterPage.tsx'), 'RegisterPage') },
  {
    path: 'accounts/register-confirm',
    lazy: page(() => import('#src/pages/RegisterConfirmPage.tsx'), 'RegisterConfirmPage'),
  },
  { path: 'accounts/activate', lazy: page(() => import('#src/pages/ActivatePage.tsx'), 'ActivatePage') },
  { path: 'accounts/google', lazy: page(() => import('#src/pages/GooglePage.tsx'), 'GooglePage') },
  {
    path: 'accounts/accept-invitation',
    lazy: page(() => import('#src/pages/AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
  },
  {
    path: 'accounts/forgot-password',
    lazy: page(() => import('#src/pages/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  },
  {
    path: 'accounts/reset-password',
    lazy: page(() => import('#src/pages/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  },
  { path: 'outbox', lazy: page(() => import('#src/pages/OutboxPage.tsx'), 'OutboxPage') },
  { path: 'outbox/:mailId', lazy: page(() => import('#src/pages/OutboxMailPage.tsx'), 'OutboxMailPage') },
  { path: 'logout', lazy: page(() => import('#src/pages/LogoutPage.tsx'), 'LogoutPage') },
  { path: 'terms-of-service', lazy: page(() => import('#src/pages/TermsPage.tsx'), 'TermsPage') },
  { path: 'privacy-policy', lazy: page(() => import('#src/pages/PrivacyPage.tsx'), 'PrivacyPage') },
];

const schemaPages: RouteObject[] = [
  { index: true, element: <Navigate to=".." relative="path" replace /> },
  { path: 'create', lazy: page(() => import('#src/pages/CreateSchemaPage.tsx'), 'CreateSchemaPage') },
  { path: ':schemaId', lazy: page(() => import('#src/pages/SchemaPage.tsx'), 'SchemaPage') },
  {
    path: ':schemaId/records',
    loader: async (asked) => (await access()).requireNoThirdParties(asked),
    lazy: page(() => import('#src/pages/RecordsPage.tsx'), 'RecordsPage'),
  },
  {
    path: ':schemaId/permissions',
    lazy: page(() => import('#src/pages/PermissionsPage.tsx'), 'PermissionsPage'),
  },
];

const accountPages: RouteObject[] = [
  { path: 'account', lazy: page(() => import('#src/pages/AccountPage.tsx'), 'AccountPage') },
  { path: 'users', lazy: page(() => import('#src/pages/UsersPage.tsx'), 'UsersPage') },
  { path: 'users/audit', lazy: page(() => import('#src/pages/AuditPage.tsx'), 'AuditPage') },
  { path: 'profile', lazy: page(() => import('#src/pages/ProfilePage.tsx'), 'ProfilePage') },
  { path: 'identities', lazy: page(() => import('#src/pages/IdentitiesPage.tsx'), 'IdentitiesPage') },
  { path: 'requests', lazy: page(() => import('#src/pages/RequestsPage.tsx'), 'RequestsPage') },
  { path: 'materials', lazy: page(() => import('#src/pages/MaterialsPage.tsx'), 'MaterialsPage') },
  { path: 'materials/overrides', lazy: page(() => import('#src/pages/OverridesPage.tsx'), 'OverridesPage') },
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

export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <ErrorPage />,
    HydrateFallback: Arriving,
    children: [
      { index: true, element: <Navigate to="/datasets" replace /> },
      ...publicPages,
      {
        path: 'invitations',
        loader: async (asked) => (await access()).requirePerson(asked),
        lazy: page(() => import('#src/pages/InvitationsPage.tsx'), 'InvitationsPage'),
        errorElement: <AuthErrorPage />,
      },
      {
        path: 'organizations/create',
        loader: async (asked) => (await access()).requireNoOrganization(asked),
        lazy: page(() => import('#src/pages/CreateOrganizationPage.tsx'), 'CreateOrganizationPage'),
        errorElement: <AuthErrorPage />,
      },
      {
        id: authRouteId,
        loader: async (asked) => (await access()).requireOrganization(asked),
        lazy: page(() => import('./Layout.tsx'), 'Layout'),
        errorElement: <AuthErrorPage />,
        children: [
          {
            // A page that fails leaves the frame around it standing.
            errorElement: <SectionError />,
            children: [
              { path: 'datasets', lazy: page(() => import('#src/pages/DatasetsPage.tsx'), 'DatasetsPage') },
              {
                path: 'datasets/:datasetId',
                lazy: page(() => import('#src/pages/DatasetPage.tsx'), 'DatasetPage'),
              },
              { path: 'datasets/:datasetId/schemas', children: schemaPages },
              ...accountPages,
              {
                path: 'choose-plan',
                lazy: page(() => import('#src/pages/ChoosePlanPage.tsx'), 'ChoosePlanPage'),
              },
              {
                path: 'devtest',
                lazy: page(() => import('#src/pages/DevtestPage.tsx'), 'DevtestPage'),
                children: devtestPages,
              },
              { path: 'open-file', lazy: page(() => import('#src/pages/OpenFilePage.tsx'), 'OpenFilePage') },
              { path: 'debug', lazy: page(() => import('#src/pages/DebugPage.tsx'), 'DebugPage') },
              { path: 'api-docs', lazy: page(() => import('#src/pages/ApiDocsPage.tsx'), 'ApiDocsPage') },
              { path: 'help', lazy: page(() => import('#src/pages/HelpPage.tsx'), 'HelpPage') },
            ],
          },
        ],
      },
      { path: '*', lazy: page(() => import('#src/pages/NotFoundPage.tsx'), 'NotFoundPage') },
    ],
  },
];
