/** The paths that the script of the form for the public asks. */
import { sitePath } from '../../../representations/html/site/site.ts'
import type { SubmitPageScriptAndApiPaths } from '../../../representations/html/site/submissions/submit-page.ts'
import { assetUrlPath } from '../assets/assets.ts'
import type { PageRequest } from '../reader.ts'

/** Returns the paths that the script of the form needs. */
export function submitPageScriptAndApiPathsOf({ site }: PageRequest): SubmitPageScriptAndApiPaths {
  const base = new URL(site.root.base).pathname.replace(/\/$/, '')
  const api = sitePath(site, site.root.namespace)
  return {
    script: assetUrlPath(base, 'submitScript'),
    challenge: `${api}submissions/challenge`,
    venues: `${api}venues`,
    organizers: `${api}organizers`,
  }
}
