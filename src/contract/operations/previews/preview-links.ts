/** Operations on the secret links with which somebody without an account sees an event before it is public (ext.). */
import { required } from '../../arg.ts'
import * as kind from '../../kinds.ts'

const ofEvent = {
  resource: 'event',
  by: 'id',
  address: { id: required(kind.integer(0)) },
  path: '/events/{id}/preview-links',
  args: {},
} as const

/** The operations on links to previews, in the order of the index. */
export const previewLinkOperations = [
  { ...ofEvent, action: 'share-preview', methods: ['POST'] },
  { ...ofEvent, action: 'end-previews', methods: ['DELETE'] },
] as const

export type PreviewLinkOperationName = (typeof previewLinkOperations)[number]['action']
