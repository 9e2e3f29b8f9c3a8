/** Links in the head that let clients of other calendars discover the compatible API (contract §12). */
import { html, type Markup } from '../markup.ts'
import type { Site } from './site.ts'

/** Returns the link and meta elements of WordPress and The Events Calendar, or nothing without such an alias. */
export function compatibleApiLinks({ discovery }: Site): Markup {
  if (discovery === undefined) return html``
  const { root, api, origin } = discovery
  return html`<link rel="https://api.w.org/" href="${root}"><meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="${origin}"><link rel="https://theeventscalendar.com/" href="${api}"><link rel="alternate" href="${api}">`
}

/** Returns the classes of the body that detectors of such calendars look for, or nothing without such an alias. */
export const pluginBodyClass = ({ discovery }: Site): Markup | false =>
  discovery !== undefined && html` class="tribe-events the-events-calendar"`
