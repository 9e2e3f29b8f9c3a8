/** The Chromium for tests and measurements of pages. */
import hooks, { AsyncLocalStorage } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser } from 'playwright-core'

/** An AsyncLocalStorage that stores nothing. */
class NoStorage {
  getStore(): undefined {}

  run<T>(_store: unknown, fn: () => T): T {
    return fn()
  }
}

// Playwright names the steps of its own test runner with one. Once a storage is in use, Node.js 20 runs hooks for every promise of
// the thread until it ends: they took a sixth of the time of all tests that followed in a worker. In Node.js 24 it is a getter.
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: NoStorage, configurable: true })
// An import also reads its megabytes for the names of exports.
const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core')
Object.defineProperty(hooks, 'AsyncLocalStorage', { value: AsyncLocalStorage, configurable: true })

/** Debian's Chromium for programs, which takes two thirds of the time. */
const shell = '/usr/bin/chromium-headless-shell'

/** CHROMIUM_PATH, or a Chromium of Debian. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium')

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // All pages are of this machine. Without these, Chromium starts processes for pages that may come.
  '--renderer-process-limit=1',
  '--disable-site-isolation-trials',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

/**
 * Pages open and are checked in two thirds of the processor time without what tests do not need. Frames, layout, animations,
 * shifts and screenshots stay the same.
 */
const forTests = [
  // No tile of a page gets memory, so no pixel is drawn before a screenshot asks for it.
  '--force-gpu-mem-available-mb=1',
  // A test visits a page once. Compilers that optimise a script take more time than its run. With room (MiB) for young objects,
  // most of them are garbage when the collector comes.
  '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
  // A document of the same site keeps the frame of the one before. Chromium reads the last such list: PaintHolding is from Playwright's.
  '--disable-features=PaintHolding,RenderDocument',
]

/**
 * Starts a headless Chromium: for tests with the fonts of a fontconfig file, without it with those of the machine. The caller
 * closes it.
 */
export function launchChromium(fontConfig?: string): Promise<Browser> {
  const own = { executablePath: chromiumPath, headless: true }
  if (fontConfig === undefined) return chromium.launch({ ...own, args })
  const env = { ...process.env, FONTCONFIG_FILE: fontConfig }
  return chromium.launch({ ...own, args: [...args, ...forTests], env })
}

/** Window sizes of devices, in CSS pixels. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const
/** A desktop at a zoom of 200 %: half as many CSS pixels. */
export const zoomed = { viewport: { width: 640, height: 450 } } as const
export const desktop = { viewport: { width: 1280, height: 900 } } as const
