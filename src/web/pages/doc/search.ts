/** The search of the documentation page. */
import { loadWholeDocumentation, wordFromPage } from './page.ts'

/** Shows the entries that contain every word, and returns their number. */
function showEntries(words: readonly string[]): number {
  let count = 0
  for (const entry of document.querySelectorAll<HTMLElement>('.entry')) {
    const text = entry.textContent.toLowerCase()
    const isFound = words.every((word) => text.includes(word))
    const link = document.querySelector(`nav a[href="#${CSS.escape(entry.id)}"]`)?.parentElement
    entry.hidden = !isFound
    if (link) link.hidden = !isFound
    if (isFound) count += 1
  }
  return count
}

/** Shows what contains the words of a search, and says how much that is. */
function show(text: string, told: Element): void {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const count = showEntries(words)
  for (const section of document.querySelectorAll<HTMLElement>('main > section'))
    section.hidden = words.length > 0 && section.querySelector('.entry:not([hidden])') === null
  told.textContent = words.length === 0 ? '' : wordFromPage('found').replace('{count}', String(count))
}

/** Lets the search field find entries in the whole documentation. `enhance` makes loaded nodes interactive. */
export function enableDocumentationSearch(enhance: () => void): void {
  const input = document.querySelector<HTMLInputElement>('#search')
  const told = document.querySelector('#found')
  if (input === null || told === null) return
  input.addEventListener('focus', () => loadWholeDocumentation(enhance))
  input.addEventListener('input', () => {
    show(input.value, told)
    loadWholeDocumentation(enhance)?.then(() => show(input.value, told))
  })
  input.form?.addEventListener('submit', (event) => event.preventDefault())
}
