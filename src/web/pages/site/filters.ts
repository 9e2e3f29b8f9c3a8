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
