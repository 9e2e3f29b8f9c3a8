/** Uploads an image, with progress. */
import { sendAcrossSessions } from '../api/across-sessions.ts'
import { apiUrl, requestHeaders } from '../api/api.ts'
import { faultOfResponse } from '../api/faults.ts'
import type { Media } from '../api/types.ts'

/** The image types that the service accepts. */
export const imageAcceptAttribute = 'image/jpeg,image/png,image/gif,image/webp,image/avif'
/** Those that it also accepts for the logo and the icon of the site. */
export const logoAcceptAttribute = `${imageAcceptAttribute},image/svg+xml`

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** The fields sent with an image. `event` is the id of the event that shows it. */
interface UploadTexts {
  readonly event?: number | undefined
  /** Whether it may be an SVG. */
  readonly svg?: boolean | undefined
}

type TellProgress = (share: number) => void

function send(file: File, { event, svg = false }: UploadTexts, progress: TellProgress): Promise<Media> {
  const form = new FormData()
  form.append('file', file)
  form.append('title', file.name.replace(/\.\w+$/, ''))
  if (event !== undefined) form.append('event', String(event))
  if (svg) form.append('svg', 'true')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiUrl('/media'))
    for (const [name, value] of Object.entries(requestHeaders('POST'))) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('loadend', () => {
      const body = read(request.responseText)
      if (request.status === 201) return resolve(body as Media)
      return faultOfResponse(request.status, Object(body)).then(reject)
    })
    request.send(form)
  })
}

/** Uploads a file. `progress` is called with the share sent, from 0 to 1. Throws a Fault if the service refuses it. */
export const uploadFile = (file: File, texts: UploadTexts, progress: TellProgress): Promise<Media> =>
  sendAcrossSessions(() => send(file, texts, progress))
