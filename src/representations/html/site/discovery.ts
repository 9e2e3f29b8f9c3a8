/** The links in the head by which programs of other calendars find the interface that they know (contract §12). */
import { html, type Markup } from '../markup.ts'
import type { Site } from './site.ts'

/** The links and meta elements of WordPress and The Events Calendar; nothing where there is no such alias. */
export function discoveryLinks({ discovery }: Site): Markup {
  if (discovery === undefined) return html``
  const { root, api, origin } = discovery
  return html`<link rel="https://api.w.org/" href="${root}"><meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="${origin}"><link rel="https://theeventscalendar.com/" href="${api}"><link rel="alternate" href="${api}">`
}
