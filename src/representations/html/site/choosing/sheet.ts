/** The head of a menu on telephones, where it opens as a sheet. The style writes its name, which the button of the menu says already. */
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import type { Site } from '../site.ts'

/** Returns the name of a sheet and the button that closes it, which scripts show; a tap beside the sheet closes it without them. */
export const sheetHead = (title: string, site: Site): Markup =>
  html`<div class="sheet-head" data-title="${title}"><button type="button" class="close" aria-label="${site.word('close')}" hidden>${icon('x', site)}</button></div>`
