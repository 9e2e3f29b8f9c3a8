/** The server of a reader on the social web, as people type it. */

const isLabel = (label: string) =>
  label.length <= 63 && /^[a-z0-9-]+$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** Whether a name is one of the public net: not an address of numbers, and not a single word, which may be a machine nearby. */
function isPublicName(name: string): boolean {
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && name.length <= 253 && labels.every(isLabel) && /^(?:xn--|[a-z]+$)/.test(last)
}

/** Returns the host in `mastodon.social`, `@me@mastodon.social` or `https://mastodon.social/@me`; undefined for anything else. */
export function socialServerIn(text: string): string | undefined {
  const [, rest = ''] = /^(?:https:\/\/)?(.*)$/i.exec(text.trim().slice(0, 500)) ?? []
  const [beforePath = ''] = rest.split('/')
  const name = beforePath === '' ? '' : beforePath.slice(beforePath.lastIndexOf('@') + 1)
  if (!URL.canParse(`https://${name}`)) return undefined
  const { hostname, host, username, pathname, search, hash } = new URL(`https://${name}`)
  const isPlain = host === hostname && username === '' && pathname === '/' && search === '' && hash === ''
  return isPlain && isPublicName(hostname) ? hostname : undefined
}
