/** Loads files, and sends forms with files. No view of the start needs it. */
import { apiUrl, type QueryFields, requestHeaders, sendAcrossSessions } from './api.ts'
import { faultOfResponse, RequestFault } from './faults.ts'

/** Returns what a text has as JSON; {} if that is no object. */
export function parsedJson(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Loads a file of a media type. Throws a Fault. */
export const loadFile = (path: string, type: string, query: QueryFields = {}): Promise<Blob> =>
  sendAcrossSessions(async () => {
    const headers = { ...requestHeaders('GET'), Accept: `${type}, application/json` }
    const response = await fetch(apiUrl(path, query), { headers }).catch(() => undefined)
    const file = response?.ok === true ? await response.blob().catch(() => undefined) : undefined
    if (file !== undefined) return file
    if (response === undefined || response.ok) throw new RequestFault(0, {})
    throw await faultOfResponse(response.status, parsedJson(await response.text().catch(() => '')))
  })

interface FormSending {
  /** The media type of the answer, besides JSON. */
  readonly type?: string
  /** Gets the share that was sent, from 0 to 1. */
  readonly sent?: (share: number) => void
  /** Gets the text of the answer as far as it has arrived. */
  readonly received?: (text: string) => void
}

function sendForm(path: string, form: FormData, { type, sent, received }: FormSending): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const isAccepted = () => request.status >= 200 && request.status < 300
    const accepted = type === undefined ? {} : { Accept: `${type}, application/json` }
    request.open('POST', apiUrl(path))
    for (const [name, value] of Object.entries({ ...requestHeaders('POST'), ...accepted }))
      request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => sent?.(total > 0 ? loaded / total : 0))
    request.addEventListener('progress', () => isAccepted() && received?.(request.responseText))
    request.addEventListener('loadend', () => {
      if (isAccepted()) return resolve(request.responseText)
      return faultOfResponse(request.status, parsedJson(request.responseText)).then(reject)
    })
    request.send(form)
  })
}

/** Sends a form with files, and returns the text of the answer. Throws a Fault. */
export const postForm = (path: string, form: FormData, sending: FormSending = {}): Promise<string> =>
  sendAcrossSessions(() => sendForm(path, form, sending))
