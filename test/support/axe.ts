/** Checks the accessibility of a page with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** The rules about the look of elements. The target size of WCAG 2.2 is off by default. */
export const looks: readonly string[] = ['color-contrast', 'target-size']

/** Starts axe after pending requests, whose old content is dimmed. Returns nothing on a page that does not have axe. */
const runAxe = (options: object) => `(async () => {
  while (document.querySelector('[aria-busy="true"]') !== null) await new Promise(requestAnimationFrame)
  if (self.axe === undefined) self.axeSource = await (await caches.match('/axe.js'))?.text()
  return self.axe?.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)
})()`

/**
 * Loads axe into the page. It has 0.6 MB: later pages of the site read it from their cache, because sending it takes longer.
 * The CSP of pages forbids eval to all but the first steps of what a test evaluates.
 */
const loadAxe = `(self.axeSource === undefined ? undefined : (0, eval)(self.axeSource))`

/** Evaluates axe, and keeps it in the cache of the site. */
const firstAxe = `((source) => {
  (0, eval)(source)
  return caches.open('axe').then((kept) => kept.put('/axe.js', new Response(source)))
})(${JSON.stringify(source)})`

/** Returns the violations on the page after pending requests: rule and element, one per line. Checks all rules, or only those named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const run = runAxe({
    resultTypes: ['violations'],
    // Only the rules about sounds and about orientation locks load files again. No page has sounds; the other is off by default.
    preload: false,
    ...(rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
  })
  let found = await page.evaluate<readonly Violation[] | undefined>(run)
  found ??= await page.evaluate(`${loadAxe}, ${run}`)
  if (found === undefined) {
    await page.evaluate(firstAxe)
    found = await page.evaluate(run)
  }
  if (found === undefined) throw new Error('axe does not run')
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
