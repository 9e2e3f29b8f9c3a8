/** The script of the pages. Everything works without it. */

const { ownTime, copied } = document.body.dataset
const language = document.documentElement.lang

/** Shows the dates of an event in the reader's time zone, if its clock differs. */
function tellOwnTime(place) {
  const { start, end, zone } = place.dataset
  const [from, to] = [new Date(start), new Date(end)]
  const form = { dateStyle: 'medium', timeStyle: 'short' }
  const here = new Intl.DateTimeFormat(language, form)
  const there = () => new Intl.DateTimeFormat(language, { ...form, timeZone: zone }).formatRange(from, to)
  const own = here.formatRange(from, to)
  try {
    if (own === there()) return
  } catch {
    // Browsers know fewer zone names than the service.
  }
  place.textContent = ownTime.replace('{time}', () => own)
  place.hidden = false
}

async function share({ currentTarget: button }) {
  const { title } = button.dataset
  const url = document.querySelector('link[rel=canonical]')?.href ?? location.href
  if (navigator.share !== undefined) return navigator.share({ title, url }).catch(() => undefined)
  await navigator.clipboard.writeText(url)
  const words = button.textContent
  button.textContent = copied
  setTimeout(() => {
    button.textContent = words
  }, 2000)
}

/** Copies a URL, and says so on the button. */
async function copy({ currentTarget: button }) {
  await navigator.clipboard.writeText(button.dataset.copy)
  const words = button.textContent
  button.textContent = copied
  setTimeout(() => {
    button.textContent = words
  }, 2000)
}

/** Follows the link to the previous or the next page, for arrow keys and swipes. */
function step(isTowardsRight) {
  const isReversed = getComputedStyle(document.documentElement).direction === 'rtl'
  document.querySelector(`.steps [rel=${isTowardsRight === isReversed ? 'prev' : 'next'}]`)?.click()
}

function stepByKey({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
  if (altKey || ctrlKey || metaKey || shiftKey || target.closest('input, select, textarea')) return
  if (key === 'ArrowLeft' || key === 'ArrowRight') step(key === 'ArrowRight')
}

/** The minimum length of a swipe in pixels. It must be twice as wide as high. */
const SWIPE = 80

function stepBySwipe(view) {
  let from
  view.addEventListener(
    'touchstart',
    ({ touches }) => {
      from = touches.length === 1 ? touches[0] : undefined
    },
    { passive: true },
  )
  view.addEventListener('touchend', ({ changedTouches: [to] }) => {
    if (from === undefined) return
    const [x, y] = [to.clientX - from.clientX, to.clientY - from.clientY]
    if (Math.abs(x) > SWIPE && Math.abs(x) > 2 * Math.abs(y)) step(x < 0)
  })
}

let asked = 0
/** Other parts of a page whose links keep the filters. */
const kept = ['.views ul', '.follow ul', '.languages']

/** Updates the results of a search without leaving the page. */
async function find(address) {
  const mine = ++asked
  const results = document.querySelector('#results')
  results.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(address, { headers: { Accept: 'text/html' } })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const found = page.querySelector('#results')
    if (mine !== asked) return
    if (found === null) throw new Error('no results')
    results.replaceChildren(...found.childNodes)
    remember()
    for (const part of kept)
      document.querySelector(part)?.replaceChildren(...(page.querySelector(part)?.childNodes ?? []))
    history.replaceState(null, '', address)
    results.removeAttribute('aria-busy')
  } catch {
    if (mine === asked) location.assign(address)
  }
}

function searchAtOnce(form) {
  const address = () => {
    const sent = [...new FormData(form)].filter(([, value]) => value !== '')
    return `${form.action}?${new URLSearchParams(sent)}`
  }
  let waiting
  const soon = (delay) => {
    clearTimeout(waiting)
    waiting = setTimeout(() => form.checkValidity() && find(address()), delay)
  }
  form.addEventListener('input', ({ target }) =>
    soon(target.type === 'search' || target.type === 'text' ? 300 : 50),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    clearTimeout(waiting)
    find(address())
  })
}

/** Fills in the reader's position when the reader asks for it. Two decimals, about a kilometre, are precise enough. */
function locate({ currentTarget: button }) {
  const form = button.closest('form')
  const told = form.querySelector('.located')
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      form.elements.geoloc_lat.value = coords.latitude.toFixed(2)
      form.elements.geoloc_lng.value = coords.longitude.toFixed(2)
      told.textContent = ''
      form.requestSubmit()
    },
    () => {
      told.textContent = button.dataset.denied
    },
  )
}

for (const place of document.querySelectorAll('[data-start]')) tellOwnTime(place)

for (const button of document.querySelectorAll('.share')) {
  if (navigator.share === undefined && navigator.clipboard === undefined) continue
  button.hidden = false
  button.addEventListener('click', share)
}

for (const button of document.querySelectorAll('.copy')) {
  if (navigator.clipboard === undefined) continue
  button.hidden = false
  button.addEventListener('click', copy)
}

for (const button of document.querySelectorAll('.locate')) {
  if (navigator.geolocation === undefined) continue
  button.hidden = false
  button.addEventListener('click', locate)
}

/** Leaves empty fields out of the URL. */
function leaveOutBlanks({ currentTarget: form }) {
  for (const field of form.elements) if (field.value === '') field.disabled = true
  setTimeout(() => {
    for (const field of form.elements) field.disabled = false
  })
}

/** Suggests names from the service while the reader types, in addition to those in the page. */
function suggest(field) {
  const { suggest: source } = field.dataset
  const key = field.name
  let waiting
  const ask = async () => {
    const query = new URLSearchParams({ search: field.value, per_page: 10, orderby: 'name' })
    const response = await fetch(`${source}?${query}`, { headers: { Accept: 'application/json' } })
    if (!response.ok) return
    const [items] = Object.values(await response.json()).filter(Array.isArray)
    field.list.replaceChildren(...items.map((item) => new Option(item[key])))
  }
  field.addEventListener('input', () => {
    clearTimeout(waiting)
    if (field.value.trim().length > 1) waiting = setTimeout(() => ask().catch(() => undefined), 250)
  })
}

for (const form of document.querySelectorAll('.live .filters')) searchAtOnce(form)
for (const form of document.querySelectorAll('.filtering .filters'))
  form.addEventListener('submit', leaveOutBlanks)
for (const field of document.querySelectorAll('[data-suggest]')) suggest(field)

if (document.querySelector('.steps') !== null) {
  document.addEventListener('keydown', stepByKey)
  stepBySwipe(document.querySelector('main'))
}
