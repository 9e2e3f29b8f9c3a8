/** Names the browser and the system in a user agent, by which people tell their devices apart. */
import { t } from '../words/index.ts'

/** From the rarer to the commoner: agents name those whose pages they can show, too. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (agent: string, names: readonly (readonly [RegExp, string])[]) =>
  names.find(([pattern]) => pattern.test(agent))?.[1]

/** Returns the device of a user agent as text, such as “Firefox on Windows”; the agent itself if it names neither. */
export function deviceText(agent: string): string {
  const [browser, system] = [nameIn(agent, browsers), nameIn(agent, systems)]
  if (browser !== undefined && system !== undefined) return t('session.on', { browser, system })
  return (browser ?? system ?? agent) || t('session.unknown')
}
