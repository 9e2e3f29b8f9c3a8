/** One Chromium for each set of fonts, which the test files of a run share. It starts when the first of them asks for it. */
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { BrowserServer } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { type FontSet, fontConfigIn } from './fonts.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address that answers `/FONTS` with the address of the Chromium that has these fonts. */
    browsers: string
  }
}

interface Shared {
  readonly browser: BrowserServer
  readonly folder: string
}

async function started(fonts: FontSet): Promise<Shared> {
  // Loading Playwright takes half a second, which runs without a browser save.
  const { serveChromium } = await import('./chromium.ts')
  const folder = await scratch('fasti-fonts-')
  return { browser: await serveChromium(await fontConfigIn(folder, fonts)), folder }
}

function listening(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      resolve(`http://127.0.0.1:${port}`)
    })
  })
}

/** Listens for requests of the test files. Returns the function that closes all browsers. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const shared = new Map<string, Promise<Shared>>()
  const server = createServer((request, response) => {
    const fonts = (request.url ?? '').slice(1) as FontSet
    const one = shared.get(fonts) ?? started(fonts)
    shared.set(fonts, one)
    one.then(
      ({ browser }) => response.end(browser.wsEndpoint()),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  project.provide('browsers', await listening(server))
  return async () => {
    server.closeAllConnections()
    server.close()
    for (const one of await Promise.allSettled(shared.values())) {
      if (one.status === 'rejected') continue
      await one.value.browser.close()
      await rm(one.value.folder, { recursive: true, force: true })
    }
  }
}
