/** The script of the documentation page: search, tabs, copying, and forms that send requests to this service. */

const { dataset } = document.body
const base = location.pathname.replace(/\/doc\/?$/, '')

/** Loads the whole documentation, once, and replaces the partial page by it. */
let whole
function loadAll() {
  const { all } = document.querySelector('.search').dataset
  if (location.search === all || whole !== undefined) return whole
  const take = async () => {
    const response = await fetch(all, { headers: { Accept: 'text/html' } })
    if (!response.ok) throw new Error(`returned ${response.status}`)
    const loaded = new DOMParser().parseFromString(await response.text(), 'text/html')
    document.querySelector('main').replaceChildren(...loaded.querySelector('main').childNodes)
    const contents = document.querySelector('.columns > nav')
    contents.replaceChildren(...loaded.querySelector('.columns > nav').childNodes)
    enhance()
  }
  whole = take().catch(() => {
    whole = undefined
  })
  return whole
}

/** Shows the entries that contain every word, and their number. */
function search() {
  const input = document.querySelector('#search')
  const found = document.querySelector('#found')
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const entry of document.querySelectorAll('.entry')) {
      const isFound = words.every((word) => entry.textContent.toLowerCase().includes(word))
      const link = document.querySelector(`nav a[href="#${CSS.escape(entry.id)}"]`)?.parentElement
      entry.hidden = !isFound
      if (link) link.hidden = !isFound
      if (isFound) count += 1
    }
    for (const section of document.querySelectorAll('main > section'))
      section.hidden = words.length > 0 && section.querySelector('.entry:not([hidden])') === null
    found.textContent = words.length === 0 ? '' : dataset.found.replace('{count}', count)
  }
  input.addEventListener('focus', loadAll)
  input.addEventListener('input', () => {
    show()
    loadAll()?.then(show)
  })
  input.form.addEventListener('submit', (event) => event.preventDefault())
}

/** Turns the examples of one request into tabs, one per language (the ARIA tabs pattern). */
function tabs(programs) {
  const panels = [...programs.querySelectorAll('.program')]
  const list = document.createElement('div')
  list.className = 'tabs'
  list.setAttribute('role', 'tablist')
  list.setAttribute('aria-label', programs.dataset.label)
  const buttons = panels.map((panel) => {
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
  })
  const select = (chosen) =>
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === chosen))
      button.tabIndex = at === chosen ? 0 : -1
      panels[at].hidden = at !== chosen
    })
  list.addEventListener('click', ({ target }) => {
    const at = buttons.indexOf(target)
    if (at >= 0) select(at)
  })
  list.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const at = buttons.indexOf(event.target)
    if (step === undefined || at < 0) return
    const next = (at + step + buttons.length) % buttons.length
    select(next)
    buttons[next].focus()
    event.preventDefault()
  })
  list.append(...buttons)
  programs.prepend(list)
  programs.dataset.tabbed = ''
  select(0)
}

function copying(program) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = dataset.copy
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(program.querySelector('code').textContent)
    button.textContent = dataset.copied
  })
  program.append(button)
}

function addressOf(form) {
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const { name, value, dataset: own } of form.querySelectorAll('input')) {
    if (own.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else if (value !== '') query.append(name, value)
  }
  return `${base}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Shows the request, the status, and the formatted body of the response. */
async function ask(form) {
  const output = form.nextElementSibling
  const token = document.querySelector('#token').value.trim()
  const address = addressOf(form)
  const pre = document.createElement('pre')
  pre.tabIndex = 0
  try {
    const headers = {
      Accept: 'application/json, */*;q=0.1',
      ...(token && { Authorization: `Bearer ${token}` }),
    }
    const response = await fetch(address, { headers })
    const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
    const body = isJson ? JSON.stringify(await response.json(), null, 2) : await response.text()
    pre.textContent = `GET ${address}\n${response.status} ${response.statusText}\n\n${body}`
  } catch (error) {
    pre.textContent = `GET ${address}\n${dataset.failed} ${error.message}`
  }
  output.replaceChildren(pre)
}

/** Opens the sections that contain the target of the URL's fragment. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}

function enhance() {
  document.querySelectorAll('.program').forEach(copying)
  document.querySelectorAll('.programs').forEach(tabs)
  for (const form of document.querySelectorAll('form.try'))
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      ask(form)
    })
}

search()
enhance()
addEventListener('hashchange', openTarget)
openTarget()
