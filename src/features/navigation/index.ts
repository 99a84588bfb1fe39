/** What other features may use of this one. */
export { AccountTabs } from './AccountTabs.tsx';
export { MaterialTabs } from './MaterialTabs.tsx';
