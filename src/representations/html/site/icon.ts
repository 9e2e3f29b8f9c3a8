/** Icons beside words. */
import type { PageIconName } from '../../../web/design/icons.ts'
import { html, type Markup } from '../markup.ts'
import type { Site } from './site.ts'

/** Returns an icon of the sprite; one that `turns` points the other way in texts from the right. */
export const icon = (name: PageIconName, { files }: Pick<Site, 'files'>, turns = false): Markup =>
  html`<svg class="icon${turns && ' turns'}" width="20" height="20" aria-hidden="true"><use href="${files.icons}#${name}"/></svg>`
