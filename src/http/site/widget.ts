/** The script that shows the calendar on other sites, with the words of the root that it is asked for under. */
import { widgetScript } from '../../representations/html/site/widget.ts'
import { webText } from '../files.ts'
import type { Made, Reader } from './reader.ts'

const script = webText('widget.js')

/** `widget.js`, which stays at its address. */
export async function widget({ site }: Reader): Promise<Made> {
  return { type: 'text/javascript; charset=utf-8', text: widgetScript(script, site) }
}
