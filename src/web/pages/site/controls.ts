/** Buttons, menus, fields, steps (no effect when loaded: the map imports it). */

/** Returns a button with a text, which acts when it is pressed. */
export function buttonWith(text: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button'
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** Menus and sheets close when the reader goes on elsewhere or presses Escape. Without scripts their buttons close them. */

const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>('.menu[open]')]

/** Lets the button in the head of a sheet close it. */
function showCloseButtons(): void {
  for (const button of document.querySelectorAll<HTMLElement>('.sheet-head > .close')) {
    button.hidden = false
    button.addEventListener('click', () => {
      const menu = button.closest('details')
      if (menu) menu.open = false
      menu?.querySelector('summary')?.focus()
    })
  }
}

/** Listens for clicks outside open menus and for Escape, which close them. */
export function closeMenusOnOutsideClick(): void {
  showCloseButtons()
  document.addEventListener('click', ({ target }) => {
    for (const menu of openMenus()) if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openMenus()) {
      menu.open = false
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    }
  })
}

/** The fields of filters: the reader's position, suggestions, and empty fields. */

function put(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLInputElement) field.value = value
}

/** Fills in the reader's position when the reader asks for it. Two decimals, about a kilometre, are precise enough. */
function locate(button: HTMLElement): void {
  const form = button.closest('form')
  const told = form?.querySelector('.located')
  if (form === null || told == null) return
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      put(form, 'geoloc_lat', coords.latitude.toFixed(2))
      put(form, 'geoloc_lng', coords.longitude.toFixed(2))
      told.textContent = ''
      form.requestSubmit()
    },
    () => {
      told.textContent = button.dataset.denied ?? ''
    },
  )
}

/** Shows the buttons that fill in the reader's position. */
export function showLocateButtons(): void {
  if (!('geolocation' in navigator)) return
  for (const button of document.querySelectorAll<HTMLElement>('.locate')) {
    button.hidden = false
    button.addEventListener('click', () => locate(button))
  }
}

/** Leaves empty fields out of the URL of a form. */
export function leaveOutBlanks(form: HTMLFormElement): void {
  form.addEventListener('submit', () => {
    const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')]
    for (const field of fields) if (field.value === '') field.disabled = true
    setTimeout(() => {
      for (const field of fields) field.disabled = false
    })
  })
}

/** Suggests names from the service while the reader types, in addition to those in the page. */
export function suggestNames(field: HTMLInputElement): void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  const ask = async () => {
    const query = new URLSearchParams({ search: field.value, per_page: '10', orderby: 'name' })
    const address = `${field.dataset.suggest}?${query}`
    const response = await fetch(address, { headers: { Accept: 'application/json' } })
    if (!response.ok) return
    const body: Readonly<Record<string, unknown>> = await response.json()
    const items = Object.values(body).find(Array.isArray) ?? []
    field.list?.replaceChildren(...items.map((item) => new Option(item[field.name])))
  }
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    if (field.value.trim().length > 1) waiting = setTimeout(() => ask().catch(() => undefined), 250)
  })
}

// The links to the previous and the next page, by arrow keys and swipes.

/** The minimum length of a swipe in pixels. It must be twice as wide as high. */
const SWIPE = 80

function step(isTowardsRight: boolean): void {
  const isReversed = getComputedStyle(document.documentElement).direction === 'rtl'
  const name = isTowardsRight === isReversed ? 'prev' : 'next'
  document.querySelector<HTMLElement>(`.steps [rel=${name}]`)?.click()
}

function stepByKey({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): void {
  if (altKey || ctrlKey || metaKey || shiftKey) return
  if (target instanceof Element && target.closest('input, select, textarea')) return
  if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === 'ArrowRight')
}

function stepBySwipe(view: HTMLElement): void {
  let from: Touch | undefined
  view.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 ? touches[0] : undefined
    },
    { passive: true },
  )
  view.addEventListener('touchend', ({ changedTouches: [to] }) => {
    if (from === undefined || to === undefined) return
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY]
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0)
  })
}

/** Lets keys and swipes follow the links of pages that have them. */
export function enableKeysAndSwipes(): void {
  if (document.querySelector('.steps') === null) return
  document.addEventListener('keydown', stepByKey)
  const main = document.querySelector('main')
  if (main !== null) stepBySwipe(main)
}

// Buttons that share or copy an address.

/** Copies a text, and says so on the button for two seconds. */
async function copyText(button: HTMLElement, text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
  const label = button.querySelector('span') ?? button
  const words = label.textContent
  label.textContent = document.body.dataset.copied ?? ''
  setTimeout(() => {
    label.textContent = words
  }, 2000)
}

async function share(button: HTMLElement): Promise<void> {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? location.href
  const { title = '' } = button.dataset
  if ('share' in navigator) return navigator.share({ title, url }).catch(() => undefined)
  return copyText(button, url)
}

function offer(selector: string, act: (button: HTMLElement) => Promise<void>): void {
  for (const button of document.querySelectorAll<HTMLElement>(selector)) {
    button.hidden = false
    button.addEventListener('click', () => act(button))
  }
}

/** Shows the buttons that this browser can serve. */
export function showShareButtons(): void {
  // Without TLS, browsers have neither of them.
  const canCopy = 'clipboard' in navigator
  if (canCopy || 'share' in navigator) offer('.share', share)
  if (canCopy) offer('.copy', (button) => copyText(button, button.dataset.copy ?? ''))
}
