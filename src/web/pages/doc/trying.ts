/** Forms that send requests to this service. */
import { wordFromPage } from './page.ts'

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
export function enableTryRequestForm(form: HTMLFormElement): void {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const address = addressOf(form)
    const pre = document.createElement('pre')
    pre.tabIndex = 0
    pre.textContent = `GET ${address}\n${await answerOf(address).catch(failureOf)}`
    form.nextElementSibling?.replaceChildren(pre)
  })
}
