/** Known venues and organizers, offered while a name is typed. */

/** Lists of the API by name. */
type Lists = Readonly<Record<string, unknown>>

const textOf = (raw: unknown) => (typeof raw === 'string' ? raw : '')

/** Options with the names in a response, and their towns. */
function optionsIn(lists: Lists, kind: string): readonly HTMLOptionElement[] {
  const items = lists[`${kind}s`]
  return (Array.isArray(items) ? items : []).map((item: Readonly<Record<string, unknown>>) =>
    Object.assign(document.createElement('option'), { value: textOf(item[kind]), label: textOf(item.city) }),
  )
}

/** Offers the items of the calendar at the address of a list in the field of their kind, if the form has it. */
export function offerVenueOrOrganizerSuggestions(
  form: HTMLFormElement,
  kind: 'venue' | 'organizer',
  address = '',
): void {
  const field = form.elements.namedItem(`${kind}[${kind}]`)
  if (!(field instanceof HTMLInputElement) || field.list === null) return
  let asked = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const offer = async () => {
    const typed = field.value.trim()
    if (typed.length < 2 || typed === asked) return
    asked = typed
    const response = await fetch(`${address}?per_page=10&search=${encodeURIComponent(typed)}`).catch(
      () => undefined,
    )
    if (response?.ok !== true || asked !== typed) return
    const lists: Lists = await response.json().catch(() => ({}))
    field.list?.replaceChildren(...optionsIn(lists, kind))
  }
  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(offer, 200)
  })
}
