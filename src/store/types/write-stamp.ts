/** Who writes: types only. */
import type { Moment } from '../../domain/time/moment.ts'
import type { AuditRow } from './audit.ts'

/** Who writes, and when. The audit records it with every write. */
export interface WriteStamp {
  readonly moment: Moment
  /** In local mode, id 0 and an empty login; for commands, id 0 and a login that no user can have. */
  readonly actor: Pick<AuditRow, 'login'> & Partial<Pick<AuditRow, 'via'>> & { readonly id: number }
  /** Whether this is a part of a long work, for which no one else waits: others who wait write first. */
  readonly givesWay?: true
}
