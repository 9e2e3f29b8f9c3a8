/** Local mode (contract §5): while there is no user, only this machine may ask, whatever name it asks by. */
import { Problem } from '../problem.ts'

const LOOPBACK = /^(localhost|([a-z0-9-]+\.)*localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i

/** Whether a Host header, or the host of an Origin, names this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

function hostOfOrigin(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : origin
}

/** Throws 403 where a page of another site, or a rebound name, is behind the request. */
export function allowLocal(host: string | undefined, origin: string | undefined): void {
  if (!isLoopback(host ?? '')) throw new Problem('rest_local_mode')
  if (origin !== undefined && !isLoopback(hostOfOrigin(origin))) throw new Problem('rest_local_mode')
}
