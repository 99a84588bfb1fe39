/** What other features may use of this one. */
export { AccountTabs, MaterialTabs } from './AccountTabs.tsx';
