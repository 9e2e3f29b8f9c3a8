/** Manifest, icons, worker, widget. */
import { buffer } from 'node:stream/consumers'
import type { Image } from '../../contract/resources/shared.ts'
import {
  appIcons,
  appManifest,
  savedPagesPage,
  widgetScriptWithSettings,
} from '../../representations/html/site/installing.ts'
import type { OfflineSettings } from '../../web/offline/settings.ts'
import type { SiteLook } from '../../web/pages/widget/settings.ts'
import type { AppServices } from '../services.ts'
import { assetUrlPath, staticFileText } from './assets.ts'
import type { RenderPage } from './pages.ts'
import { categoryHueDeclarations, categoryHues, widgetDeclarationsOfTheme } from './themes.ts'

// The script that embeds the calendar in other sites, in the language of the requested root.

const widgetCode = staticFileText('widget.js')

/** The most categories whose hues the script has; others have that of lines. */
const MAX_HUES = 300

/** The fonts of the pages: their files, and the characters that each is for. */
function fontsAt(base: string, origin: string): SiteLook['fonts'] {
  const ranges = [...staticFileText('design/type.css').matchAll(/unicode-range:\s*([^;}]+)/g)]
  return (['font', 'moreFont'] as const).map((file, at) => ({
    url: `${origin}${assetUrlPath(base, file)}`,
    range: (ranges[at]?.[1] ?? 'U+0-10FFFF').replace(/\s+/g, ''),
  }))
}

/** Returns the function that renders `widget.js`, whose URL is stable. */
function widgetScriptRenderer({ appearances, roots, options }: AppServices): RenderPage {
  const { themes } = appearances
  const fonts = fontsAt(roots.prefixes[0], new URL(options.baseUrl).origin)
  const hues = categoryHueDeclarations()
  const looks = Object.fromEntries(
    themes.names.map((name) => [name, widgetDeclarationsOfTheme(themes.find(name))]),
  )
  return async ({ site, context }) => {
    const hueOf = categoryHues((await context.store.itemColors()).categories.slice(0, MAX_HUES))
    const text = widgetScriptWithSettings(widgetCode, site, { fonts, hues, looks, hueOf })
    return { type: 'text/javascript; charset=utf-8', text }
  }
}

// The files with which the calendar leaves its pages: manifest, icons and worker of the application, and the widget of other sites.

const workerCode = staticFileText('offline.js')
const ownIcon = Buffer.from(staticFileText('fasti.svg'))

/** The files by their paths: in every language, and of the whole site. */
interface AppFiles {
  readonly inEveryLanguage: Readonly<Record<string, RenderPage>>
  readonly once: Readonly<Record<string, RenderPage>>
}

/** Returns the bytes of an image; undefined if its file is missing. */
async function bytesOf({ url }: Image, { images }: AppServices['options']): Promise<Buffer | undefined> {
  const file = await images.read(new URL(url).pathname.split('/').pop() ?? '')
  return file === undefined ? undefined : buffer(await file.stream(0, file.size - 1))
}

/** Returns the pictures that the icon may be made of, the best one first. */
async function iconPictures({ options, appearances }: AppServices): Promise<readonly Buffer[]> {
  const { images, theme } = await appearances.current()
  const found = await Promise.all(
    [
      [images.icon, theme.icon],
      [images.logo, theme.logo],
    ].map(async ([chosen, ofTheme]) => {
      const picture = chosen && 'url' in chosen ? await bytesOf(chosen, options) : undefined
      const text = ofTheme && 'text' in ofTheme ? Buffer.from(ofTheme.text) : undefined
      return picture ?? text
    }),
  )
  return [...found.filter((one) => one !== undefined), ownIcon]
}

/** Returns the worker, preceded by its settings. */
function workerScript({ options, roots }: AppServices): string {
  const settings: OfflineSettings = {
    isOn: options.offline === 'on',
    base: `${roots.prefixes[0]}/`,
    languages: options.languages,
    apart: ['desk', 'submit', 'signin', options.namespace],
  }
  return `const fasti = ${JSON.stringify(settings)}\n${workerCode}`
}

/** Returns the files of an application. */
export function appFilesOf(services: AppServices): AppFiles {
  const { options, roots, appearances } = services
  const base = `${roots.prefixes[0]}/`
  const worker = workerScript(services)
  const icon =
    (size: number, isMaskable: boolean): RenderPage =>
    async () => {
      const paper = (await appearances.current()).theme.colors.paper.light
      const pictures = await iconPictures(services)
      const text = await options.drawIcon(pictures, { size, paper: isMaskable ? paper : undefined })
      return { type: 'image/png', text }
    }
  const icons = appIcons.map(({ name, size, purpose }) => [`/${name}`, icon(size, purpose === 'maskable')])
  return {
    inEveryLanguage: {
      '/app.webmanifest': async ({ site }) => ({
        type: 'application/manifest+json; charset=utf-8',
        text: appManifest(site, base),
      }),
      '/widget.js': widgetScriptRenderer(services),
      '/saved': async ({ site }) => savedPagesPage(site, base),
    },
    once: {
      '/offline.js': async () => ({ type: 'text/javascript; charset=utf-8', text: worker }),
      ...Object.fromEntries(icons),
    },
  }
}
