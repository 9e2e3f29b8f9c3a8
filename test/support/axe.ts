/** Checks the accessibility of a page with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** Returns the violations on the page after pending requests: rule and element, one per line. Checks all rules, or only those named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // Content that is being reloaded is dimmed. The CSP forbids eval, so Playwright cannot wait for a function.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  if (!(await page.evaluate('"axe" in self'))) await page.evaluate(source)
  // axe checks the target size of WCAG 2.2 only if this rule is enabled.
  const options = {
    resultTypes: ['violations'],
    // Only the rules about sounds and about orientation locks load files again. No page has sounds; the other is off by default.
    preload: false,
    ...(rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
  }
  const found: readonly Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
