/** Elements of the widget. */
import { settingsGivenToWidget } from './given.ts'

/** The content of an element; what is not there is left out. */
export type ElementContent = Node | string | false | undefined

/** Creates an element with texts and elements in it. Every value that is not an element becomes a text node. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | false | undefined>>,
  ...content: readonly ElementContent[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (typeof value === 'string') made.setAttribute(key, value)
  made.append(...content.flatMap((one) => one || []))
  return made
}

/** Returns a link to a page of the calendar. */
export const linkToPageOfCalendar = (page: string, text: string): HTMLAnchorElement =>
  element('a', { class: 'to', target: '_top', href: `${settingsGivenToWidget.page}/${page}/` }, text)
