/** Web addresses as people type them. */

/** Adds the scheme to an address such as `town.example/x` or `www.town.example`. Other texts stay as they are, for the service to refuse. */
export function withScheme(text: string): string {
  const typed = text.trim()
  const isBare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:].*)?$/u.test(typed)
  return isBare ? `https://${typed}` : typed
}
