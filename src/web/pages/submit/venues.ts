/** Known venues, offered while a place is typed. */

interface VenueList {
  readonly venues?: readonly { readonly venue: string; readonly city: string }[]
}

function optionOf({ venue, city }: { readonly venue: string; readonly city: string }): HTMLOptionElement {
  return Object.assign(document.createElement('option'), { value: venue, label: city })
}

/** Offers the venues of the calendar in a form that names their address. */
export function offerVenueSuggestions(form: HTMLFormElement): void {
  const field = form.elements.namedItem('venue[venue]')
  if (!(field instanceof HTMLInputElement)) return
  let asked = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const offer = async () => {
    const typed = field.value.trim()
    if (typed.length < 2 || typed === asked) return
    asked = typed
    const address = `${form.dataset.venues}?per_page=10&search=${encodeURIComponent(typed)}`
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok !== true || asked !== typed) return
    const { venues = [] }: VenueList = await response.json().catch(() => ({}))
    document.getElementById('venues')?.replaceChildren(...venues.map(optionOf))
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(offer, 200)
  })
}
