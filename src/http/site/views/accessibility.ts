/** The accessibility statement, where the operator has set an address for feedback. */
import { Problem } from '../../../problem.ts'
import { accessibilityPage } from '../../../representations/html/site/items/accessibility.ts'
import type { PageRequest } from '../reader.ts'

/** Returns the page about accessibility. Throws 404 without an address: a statement that nobody answers for is none. */
export async function accessibilityPageOf({ site }: PageRequest): Promise<string> {
  if (site.appearance.accessibility.contact === '') throw new Problem('rest_no_route')
  return accessibilityPage(site)
}
