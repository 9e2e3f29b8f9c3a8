/** The fonts of drawn images: Figtree, which comes with the service, beside those of the machine. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Next to the built program, or in `dist` when it runs from source. */
const places = ['../fonts/fonts.conf', '../../dist/fonts/fonts.conf'].map(
  (path) => new URL(path, import.meta.url),
)

/**
 * Lets the library that draws texts find Figtree. It reads its settings once, when it draws the first text of the process. Settings of
 * the operator (`FONTCONFIG_FILE`) stay.
 */
export function useOwnFonts(): void {
  const settings = places.find((one) => existsSync(one))
  if (settings !== undefined) process.env.FONTCONFIG_FILE ??= fileURLToPath(settings)
}
