/** A file as sent: a part of a multipart body, or the body itself (contract §2.2). */
import { because } from '../../problem.ts'
import type { Kind, UploadLimits } from './kind.ts'

export interface Upload {
  /** The file name that the client sent; "" if it sent none. */
  readonly name: string
  readonly bytes: Uint8Array
}

function isUpload(raw: unknown): raw is Upload {
  return typeof raw === 'object' && raw !== null && 'bytes' in raw && raw.bytes instanceof Uint8Array
}

/** Accepts a file within these limits. */
export const upload = (limits: UploadLimits): Kind<Upload> => ({
  name: 'upload',
  shown: 'string',
  schema: { type: 'string', format: 'binary' },
  upload: limits,
  read: (raw) =>
    isUpload(raw)
      ? { value: raw }
      : {
          fault: because('not_a_file', { types: limits.mediaTypes.join(', ') }),
        },
})
