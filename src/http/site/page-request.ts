/** The contents of requests for pages: forms, and the caller's credentials. */
import type { FastifyRequest } from 'fastify'
import { MAX_IMAGE_BYTES } from '../../contract/operations/submissions.ts'
import { parseBody } from '../request/raw-args.ts'
import { parseUpload } from '../request/upload.ts'

/** The limits of a picture in a form of the web calendar. */
const pictures = { mediaTypes: ['image/*'], mostBytes: MAX_IMAGE_BYTES }

/** The fields of a form, with its picture. Throws 400, 413 or 415. */
export const formFieldsOf = ({ body, headers: { 'content-type': type } }: FastifyRequest) =>
  type?.startsWith('multipart/') === true
    ? parseUpload(body, pictures, { type, arg: 'image' })
    : parseBody(body, type)

/** Whether the page depends on the caller's credentials or on a submitted form. */
export const isPersonal = ({ method, headers }: FastifyRequest) =>
  method === 'POST' || headers.cookie !== undefined || headers.authorization !== undefined
