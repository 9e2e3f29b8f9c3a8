/** The script of the documentation page: search, tabs, copying, and forms that send requests to this service. */

/** The documentation page: its words, and loading the rest of it. */

const { dataset } = document.body

/** Returns a text that the service wrote into the page. */
const wordFromPage = (name: 'found' | 'failed' | 'copy' | 'copied'): string => dataset[name] ?? ''

function take(from: Document, selector: string): void {
  const found = from.querySelector(selector)
  if (found !== null) document.querySelector(selector)?.replaceChildren(...found.childNodes)
}

async function load(address: string): Promise<void> {
  const response = await fetch(address, { headers: { Accept: 'text/html' } })
  if (!response.ok) throw new Error(`returned ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  take(page, 'main')
  take(page, '.columns > nav')
}

let whole: Promise<void> | undefined

/** Replaces the part of the documentation by the whole of it, once. `enhance` makes the new nodes interactive. */
function loadWholeDocumentation(enhance: () => void): Promise<void> | undefined {
  const address = document.querySelector<HTMLElement>('.search')?.dataset.all ?? ''
  if (location.search === address) return whole
  whole ??= load(address)
    .then(enhance)
    .catch(() => {
      whole = undefined
    })
  return whole
}

// Buttons that copy example programs.

/** Adds a button, beside the one that sends, which copies the example program that is shown. */
function addCopyButton(programs: Element): void {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = wordFromPage('copy')
  button.addEventListener('click', async () => {
    const shown = programs.querySelector('.program:not([hidden]) code')
    await navigator.clipboard.writeText(shown?.textContent ?? '')
    button.textContent = wordFromPage('copied')
  })
  programs.nextElementSibling?.prepend(button)
}

// The search of the documentation page.

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
function enableDocumentationSearch(enhance: () => void): void {
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

// Tabs with example programs (the ARIA tabs pattern).

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 }

function tabOf(panel: HTMLElement): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = panel.getAttribute('aria-label')
  button.id = `tab-${panel.id}`
  button.setAttribute('role', 'tab')
  button.setAttribute('aria-controls', panel.id)
  panel.setAttribute('role', 'tabpanel')
  panel.setAttribute('aria-labelledby', button.id)
  panel.removeAttribute('aria-label')
  return button
}

function listOf(label: string, buttons: readonly HTMLButtonElement[]): HTMLElement {
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', label)
  list.append(...buttons)
  return list
}

/** Turns the examples of one request into tabs, one per language. */
function makeExampleTabs(programs: HTMLElement): void {
  const panels = [...programs.querySelectorAll<HTMLElement>('.program')]
  const buttons = panels.map(tabOf)
  const list = listOf(programs.dataset.label ?? '', buttons)
  const placeOf = (target: EventTarget | null) => buttons.findIndex((button) => button === target)
  const select = (chosen: number) => {
    for (const [at, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(at === chosen))
      button.tabIndex = at === chosen ? 0 : -1
    }
    for (const [at, panel] of panels.entries()) panel.hidden = at !== chosen
  }
  list.addEventListener('click', ({ target }) => {
    const at = placeOf(target)
    if (at >= 0) select(at)
  })
  list.addEventListener('keydown', (event) => {
    const [step, at] = [steps[event.key], placeOf(event.target)]
    if (step === undefined || at < 0) return
    const next = (at + step + buttons.length) % buttons.length
    select(next)
    buttons[next]?.focus()
    event.preventDefault()
  })
  programs.prepend(list)
  programs.dataset.tabbed = ''
  select(0)
}

// Forms that send requests to this service.

const base = location.pathname.replace(/\/doc\/?$/, '')

/** Returns the address that a form asks for. */
function addressOf(form: HTMLFormElement): string {
  const query = new URLSearchParams()
  let path = form.dataset.path ?? ''
  for (const { name, value, dataset } of form.querySelectorAll('input')) {
    if (dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.append(name, value)
  }
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Returns the status and the formatted body of a response. */
async function answerOf(address: string): Promise<string> {
  const token = document.querySelector<HTMLInputElement>('#token')?.value.trim() ?? ''
  const headers = {
    Accept: 'application/json, */*;q=0.1',
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
  }
  const response = await fetch(address, { headers })
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json') === true
  const body = isJson ? JSON.stringify(await response.json(), null, 2) : await response.text()
  return `${response.status} ${response.statusText}\n\n${body}`
}

const failureOf = (error: unknown) =>
  `${wordFromPage('failed')} ${error instanceof Error ? error.message : String(error)}`

/** Lets a form show its request and the response below it. */
function enableTryRequestForm(form: HTMLFormElement): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const address = addressOf(form)
    const pre = document.createElement('pre')
    pre.tabIndex = 0
    pre.textContent = `GET ${address}\n${await answerOf(address).catch(failureOf)}`
    // The answer stands below the example, above the fields.
    const answer = form.previousElementSibling
    answer?.replaceChildren(pre)
    answer?.scrollIntoView({ block: 'nearest' })
  })
}

/** Opens the section that the fragment of the URL names. */
function openTarget(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const folded = target instanceof HTMLDetailsElement ? target : target?.querySelector('details')
  if (folded) folded.open = true
}

function enhance(): void {
  for (const programs of document.querySelectorAll<HTMLElement>('.programs')) {
    makeExampleTabs(programs)
    addCopyButton(programs)
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form.try')) enableTryRequestForm(form)
}

enableDocumentationSearch(enhance)
enhance()
addEventListener('hashchange', openTarget)
openTarget()
