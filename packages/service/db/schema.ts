/** The service's tables. Sealed data is reached by primary key and prefix alone, so any database that speaks PostgreSQL will do. */
export * from './tables/people.ts';
export * from './tables/organizations.ts';
export * from './tables/datasets.ts';
export * from './tables/sealed.ts';
export * from './tables/sharing.ts';
export * from './tables/audit.ts';
export * from './tables/repeats.ts';
