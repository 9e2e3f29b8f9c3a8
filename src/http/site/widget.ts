/** The script that embeds the calendar in other sites, in the language of the requested root. */

import { widgetScriptWithSettings } from '../../representations/html/site/widget.ts'
import type { SiteLook } from '../../web/pages/widget/settings.ts'
import type { AppServices } from '../services.ts'
import { categoryHues } from './appearance/category-css.ts'
import { categoryHueDeclarations, widgetDeclarationsOfTheme } from './appearance/theme-colors.ts'
import { assetUrlPath, staticFileText } from './assets/assets.ts'
import type { RenderPage } from './pages.ts'

const script = staticFileText('widget.js')

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
export function widgetScriptRenderer({ appearances, roots, options }: AppServices): RenderPage {
  const { themes } = appearances
  const fonts = fontsAt(roots.prefixes[0], new URL(options.baseUrl).origin)
  const hues = categoryHueDeclarations()
  const looks = Object.fromEntries(
    themes.names.map((name) => [name, widgetDeclarationsOfTheme(themes.find(name))]),
  )
  return async ({ site, context }) => {
    const hueOf = categoryHues((await context.store.itemColors()).categories.slice(0, MAX_HUES))
    const text = widgetScriptWithSettings(script, site, { fonts, hues, looks, hueOf })
    return { type: 'text/javascript; charset=utf-8', text }
  }
}
