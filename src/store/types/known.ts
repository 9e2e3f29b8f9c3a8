/** Items that a write knows without reading them again: types only. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { LinkIds, RecordOf } from './records.ts'

/** The records and links that are known to be as the transaction shows them; undefined where they have to be read. */
export interface KnownItems {
  /** The record as it is stored: its status is not that of now. */
  record<N extends ResourceName>(name: N, id: number): RecordOf<N> | undefined
  links(event: number): LinkIds | undefined
}
