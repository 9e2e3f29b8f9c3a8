/** The Chromium for tests and measurements of pages. */
import { type Browser, chromium } from 'playwright-core'

/** Debian's path, or CHROMIUM_PATH. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/** Starts a headless Chromium with the fonts of a fontconfig file, by default those of the machine. The caller closes it. */
export function launchChromium(fontConfig?: string): Promise<Browser> {
  const given = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const env = {
    ...Object.fromEntries(given),
    ...(fontConfig !== undefined && { FONTCONFIG_FILE: fontConfig }),
  }
  return chromium.launch({ executablePath: chromiumPath, headless: true, args, env })
}

/** Window sizes of devices, in CSS pixels. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/** A desktop at a zoom of 200 %: half as many CSS pixels. */
export const zoomed = { viewport: { width: 640, height: 450 } } as const
export const desktop = { viewport: { width: 1280, height: 900 } } as const
