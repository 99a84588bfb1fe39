/** How to install the console in a browser that offers no prompt. @param browser - its user agent. */
export function howToInstall(browser: string): string {
  if (/iPhone|iPad/.test(browser)) return 'Press Share, then Add to Home Screen.';
  if (browser.includes('Android')) return 'Open the browser’s menu, then Install or Add to Home screen.';
  if (browser.includes('Firefox'))
    return 'Firefox on this system installs no web apps: use Chrome, Edge or Safari for that, or pin this tab.';
  if (browser.includes('Macintosh') && !browser.includes('Chrom')) return 'Choose File, then Add to Dock.';
  return 'Your browser’s menu has Install, unless it is installed already.';
}
