/** Waits until the service runs with the settings that were saved: it starts again for a zone, a language or a region. */
import type { Settings } from '../api/types.ts'
import { loadSettings } from './settings.ts'

const PAUSE = 500
const MAX_TRIES = 40

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** Returns the settings as they are applied. Throws a Fault where the service does not come back within 20 seconds. */
export async function applied(): Promise<Settings> {
  for (let tries = 1; ; tries += 1) {
    const settings = await loadSettings().catch((error: unknown) => {
      if (tries >= MAX_TRIES) throw error
      return undefined
    })
    if (settings !== undefined && (settings.applied || tries >= MAX_TRIES)) return settings
    await pause()
  }
}
