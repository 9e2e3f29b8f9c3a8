/** Who may do what with images: who may upload keeps its own; editors keep all. Contributors upload for events that they may change. */
import { requireMayEditMedia } from '../../actions/linking/media.ts'
import type { Right } from '../../api/operation.ts'
import { mayWriteSomeItems } from '../../api/policy.ts'
import type { MediaRecord } from '../../store/store.ts'

export const mayRead: Right = { scope: 'read', allows: () => true }
export const mayUploadSome: Right = { scope: 'media', allows: (actor) => mayWriteSomeItems(actor, 'media') }
export const mayChange: Right<MediaRecord> = { ...mayUploadSome, requireOn: requireMayEditMedia }
export const mayReadHistory: Right<MediaRecord> = { ...mayChange, scope: 'audit' }
