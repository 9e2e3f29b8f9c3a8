/** Waits until the service runs with the saved settings: it restarts for a new zone, language or region. */
import type { Settings } from '../api/types.ts'
import { loadSettings } from './settings.ts'

const PAUSE = 500
const MAX_TRIES = 40

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** Returns the applied settings. Throws a Fault if the service does not respond within 20 seconds. */
export async function waitForAppliedSettings(): Promise<Settings> {
  for (let tries = 1; ; tries += 1) {
    const settings = await loadSettings().catch((error: unknown) => {
      if (tries >= MAX_TRIES) throw error
      return undefined
    })
    if (settings !== undefined && (settings.applied || tries >= MAX_TRIES)) return settings
    await pause()
  }
}
