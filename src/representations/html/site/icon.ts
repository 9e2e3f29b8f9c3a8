/** Icons beside words. */
import type { PageIconName } from '../../../web/design/icons.ts'
import { html, type Markup } from '../markup.ts'
import type { Site } from './site.ts'

/**
 * Returns an icon; one that `turns` points the other way in texts from the right. It is drawn where it stands: a file of icons would be
 * a request more for each page, and they would appear later than the words.
 */
export const icon = (name: PageIconName, { icons }: Pick<Site, 'icons'>, turns = false): Markup =>
  html`<svg class="icon${turns && ' turns'}" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">${{ markup: icons[name] }}</svg>`
