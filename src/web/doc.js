/** The documentation page in the browser: search, tabs, copying, and forms that ask the service that serves it. */

const { dataset } = document.body
const base = location.pathname.replace(/\/doc\/?$/, '')

/** Shows the entries that have every word, and says how many they are. */
function search() {
  const input = document.querySelector('#search')
  const found = document.querySelector('#found')
  const entries = [...document.querySelectorAll('.entry')].map((entry) => ({
    entry,
    text: entry.textContent.toLowerCase(),
    link: document.querySelector(`nav a[href="#${CSS.escape(entry.id)}"]`)?.parentElement,
  }))
  const show = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
    let count = 0
    for (const { entry, text, link } of entries) {
      const isFound = words.every((word) => text.includes(word))
      entry.hidden = !isFound
      if (link) link.hidden = !isFound
      if (isFound) count += 1
    }
    for (const section of document.querySelectorAll('main > section'))
      section.hidden = section.querySelector('.entry:not([hidden])') === null
    found.textContent = words.length === 0 ? '' : dataset.found.replace('{count}', count)
  }
  input.addEventListener('input', show)
  input.form.addEventListener('submit', (event) => event.preventDefault())
}

/** Makes tabs of the programs of one request, as the ARIA practices describe them. */
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

/** Shows what the service answers: the request, the status, and the body set out. */
async function ask(form) {
  const answer = form.nextElementSibling
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
  answer.replaceChildren(pre)
}

/** Opens what an address points into. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
}

search()
document.querySelectorAll('.program').forEach(copying)
document.querySelectorAll('.programs').forEach(tabs)
for (const form of document.querySelectorAll('form.try'))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    ask(form)
  })
addEventListener('hashchange', openTarget)
openTarget()
