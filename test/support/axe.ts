/** Accessibility of a page as axe-core judges it. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** What is wrong with the page once nothing is under way: rule and element, one a line; an empty list where nothing is. Of all rules, or of those named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // What is asked for anew is shown paler meanwhile. A policy without eval lets no function be waited for.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  if (!(await page.evaluate('"axe" in self'))) await page.evaluate(source)
  // WCAG 2.2 asks for targets of a size, which axe looks at only where it is told to.
  const options = {
    resultTypes: ['violations'],
    ...(rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
  }
  const found: readonly Violation[] = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
