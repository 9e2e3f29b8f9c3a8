/** What browsers load is bundled anew before the first test. */
import { buildWeb } from '../../scripts/build.ts'

export async function setup(): Promise<void> {
  await buildWeb()
}
