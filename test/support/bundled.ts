/** Builds the bundles of browsers before the first test. */
import { buildWeb } from '../../scripts/build.ts'

export async function setup(): Promise<void> {
  await buildWeb()
}
