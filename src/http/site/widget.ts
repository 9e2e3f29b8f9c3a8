/** The script that embeds the calendar in other sites, in the language of the requested root. */
import { widgetScript } from '../../representations/html/site/widget.ts'
import { staticFileText } from './assets/assets.ts'
import type { PageReader, RenderedPage } from './reader.ts'

const script = staticFileText('widget.js')

/** Returns `widget.js`, whose URL is stable. */
export async function widgetResponse({ site }: PageReader): Promise<RenderedPage> {
  return { type: 'text/javascript; charset=utf-8', text: widgetScript(script, site) }
}
