/** Checks the accessibility of a page with axe-core. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'))

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

/** The rules about the look of elements. The target size of WCAG 2.2 is off by default. */
export const looks: readonly string[] = ['color-contrast', 'target-size']

/** Starts axe after pending requests, whose old content is dimmed. A page that does not have axe reads it, and returns nothing. */
const runAxe = (options: object, except: readonly string[]) => `(async () => {
  while (document.querySelector('[aria-busy="true"]') !== null) await new Promise(requestAnimationFrame)
  if (self.axe === undefined) self.axeSource = await (await caches.match('/axe.js'))?.text()
  return self.axe?.run({ exclude: ${JSON.stringify(except)} }, ${JSON.stringify(options)}).then(({ violations }) => violations)
})()`

/** Loads what the page has read. The CSP of pages forbids eval to all but the first steps of what a test evaluates. */
const loadAxe = `(self.axeSource === undefined ? undefined : (0, eval)(self.axeSource))`

/**
 * Sends axe to the page, and keeps it in the cache of the site, where later pages read it. It has 0.6 MB: sending them takes three times as
 * long as sending and unpacking the compressed ones.
 */
const sendAxe = `(async (packed) => {
  const unpacked = new Blob([Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0))]).stream().pipeThrough(new DecompressionStream('gzip'))
  self.axeSource = await new Response(unpacked).text()
  await (await caches.open('axe')).put('/axe.js', new Response(self.axeSource))
})('${gzipSync(source).toString('base64')}')`

/**
 * Returns the violations on the page after pending requests: rule and element, one per line. Checks all rules, or only those named, and
 * all elements, or only those outside what the selectors `except` match: parts that the test has checked on another page.
 */
export async function violations(
  page: Page,
  rules?: readonly string[],
  except: readonly string[] = [],
): Promise<readonly string[]> {
  const run = runAxe(
    {
      resultTypes: ['violations'],
      // Only the rules about sounds and about orientation locks load files again. No page has sounds; the other is off by default.
      preload: false,
      ...(rules === undefined ? { rules: { 'target-size': { enabled: true } } } : { runOnly: rules }),
    },
    except,
  )
  let found = await page.evaluate<readonly Violation[] | undefined>(run)
  found ??= await page.evaluate(`${loadAxe}, ${run}`)
  if (found === undefined) {
    await page.evaluate(sendAxe)
    found = await page.evaluate(`${loadAxe}, ${run}`)
  }
  if (found === undefined) throw new Error('axe does not run')
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
