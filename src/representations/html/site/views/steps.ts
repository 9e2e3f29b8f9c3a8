/** The heading of a view, with links to the previous, current and next period. */
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { icon } from '../icon.ts'
import type { Site } from '../site.ts'

interface ViewSteps {
  readonly title: Markup
  /** Pages under the root; undefined at the end of the calendar. */
  readonly before: string | undefined
  /** The page of the current period and its name; undefined if the links to days have it. */
  readonly now?: { readonly page: string; readonly label: string }
  readonly after: string | undefined
  /** Fields of the view that stay. */
  readonly more?: Readonly<Record<string, string>>
  readonly words: { readonly before: string; readonly after: string }
}

/** A link to the period before or after. */
interface Step {
  readonly page: string | undefined
  readonly more: Readonly<Record<string, string>>
  readonly isBack: boolean
  readonly label: string
}

function step(site: Site, { page, more, isBack, label }: Step): Markup | false {
  if (page === undefined) return false
  const [relation, sign] = isBack ? (['prev', 'arrow-left'] as const) : (['next', 'arrow-right'] as const)
  return html`<li><a class="button step" rel="${relation}" href="${viewPath(site, page, more)}" aria-label="${label}">${icon(sign, site, true)}</a></li>`
}

/** Returns the heading. With JavaScript, swipes and arrow keys follow the same links. */
export function headingWithPeriodSteps(
  site: Site,
  { title, before, now, after, words, more = {} }: ViewSteps,
): Markup {
  const back = step(site, { page: before, more, isBack: true, label: words.before })
  const ahead = step(site, { page: after, more, isBack: false, label: words.after })
  return html`<div class="view-head"><h1>${title}</h1><nav aria-label="${site.word('site.steps')}"><ul class="buttons steps">${back}${now !== undefined && html`<li><a class="button" href="${viewPath(site, now.page, more)}">${now.label}</a></li>`}${ahead}</ul></nav></div>`
}
